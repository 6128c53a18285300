import { randomUUID } from 'node:crypto';
import { fc, test } from '@fast-check/vitest';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Lead, Model, type Paid } from './ledger-model.ts';
import { CARDS, StripeWorld } from './stripe-world.ts';
import { PREPAID, type WalletWorld } from './wallet-world.ts';

/** Each run is a story of so many steps; more runs by `MONEY_RUNS=1000`. */
const RUNS = Number(process.env['MONEY_RUNS'] ?? 10);
const STEPS = 12;

const which = fc.nat({ max: 50 });
/** What may happen to a wallet; amounts are small against the balance at times, and larger at others. */
const step = fc.oneof(
  fc.record({
    do: fc.constant('top up' as const),
    dollars: fc.constantFrom('250', '500'),
    times: fc.integer({ min: 1, max: 4 }),
    stop: fc.constantFrom('T', 'F', undefined),
    trouble: fc.constantFrom(null, null, 'drop-after' as const, 'error-after' as const),
  }),
  fc.record({ do: fc.constant('decline' as const) }),
  fc.record({ do: fc.constant('ask the holder' as const) }),
  fc.record({
    do: fc.constant('charge' as const),
    leads: fc.array(
      fc.record({ retail: fc.integer({ min: 0, max: 500 }), wholesale: fc.integer({ min: 0, max: 9_000 }), client: fc.constantFrom(0, 1) }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  fc.record({ do: fc.constant('sell' as const), want: fc.integer({ min: 1, max: 8 }), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ do: fc.constant('run low' as const), declinedFirst: fc.boolean() }),
  fc.record({ do: fc.constant('repeat' as const) }),
  fc.record({ do: fc.constant('switch' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('refund' as const), which }),
  // Done at the provider; the books hear of it with `hear`, as late as that may be.
  fc.record({ do: fc.constant('give back' as const), which, share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('dispute' as const), which }),
  fc.record({ do: fc.constant('confirm' as const), which }),
  fc.record({ do: fc.constant('hear' as const), which, times: fc.integer({ min: 1, max: 3 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let at: StripeWorld;
let world: WalletWorld;
/** All runs share one wallet, so that its history grows long. */
const model = new Model();
/** All that the provider ever had to tell; any of it may be told at any time, and again. */
const events: { event: Stripe.Event; about: Paid; heard: boolean }[] = [];
beforeAll(async () => {
  at = await StripeWorld.start();
  world = at.world;
});
afterAll(() => at.close());

const chosen = <X>(all: readonly X[], n: number): X | undefined => all[n % Math.max(1, all.length)];
const post = async (leads: readonly Lead[]): Promise<number> =>
  (
    await world.charge(
      leads.map(({ leadId, client, retail, wholesale }) => ({ leadId, client, retailCents: retail, wholesaleCents: wholesale })),
    )
  ).status;

/** The newest top-up of the books becomes one of the model's. */
async function remember(cents: number, taken: boolean): Promise<Paid> {
  const id = (await world.topUps()).at(-1)!.id;
  const payment = { id, cents, taken, credited: false, gone: 0, noted: 0 };
  model.paid.push(payment);
  return payment;
}

/** Background work is done when no payment is on its way any more: another worker may have taken it. */
async function settled(): Promise<void> {
  do await world.app.settle();
  while ((await world.topUps()).some((topUp) => topUp.state === 'open'));
}

/** What the wallet does by itself after each step. */
async function followUp(): Promise<void> {
  await settled();
  const cents = model.due();
  if (cents === 0) return;
  const payment = await remember(cents, true);
  model.takenByItself += cents;
  model.credit(payment);
}

async function charge(leads: readonly Lead[]): Promise<void> {
  const fits = model.charge(leads);
  expect(await post(leads)).toBe(fits ? 200 : 409);
  if (fits) model.lastLeads = [...leads];
}

async function take(action: Step): Promise<void> {
  switch (action.do) {
    case 'top up': {
      const [key, cents] = [randomUUID(), Number(action.dollars) * 100];
      at.stripe.mischief = action.trouble;
      const wish = { amount: action.dollars, ...(action.stop ? { stop_continual: action.stop } : {}) };
      const answers = await Promise.all(Array.from({ length: action.times }, () => world.topUp(wish, key)));
      at.stripe.mischief = null;
      expect(new Set(answers.map((a) => `${a.status} ${a.body.result}`)).size).toBe(1);
      expect(answers[0]!.body.result).toBe(action.trouble ? 'pending' : 'success');
      model.credit(await remember(cents, true));
      model.amount = cents;
      if (action.stop) model.continual = action.stop === 'F';
      break;
    }
    case 'decline':
    case 'ask the holder': {
      await world.useCard(action.do === 'decline' ? CARDS.bad : CARDS.asks);
      expect((await world.topUp()).status).toBe(402);
      await world.useCard(CARDS.good);
      await remember(25_000, false);
      break;
    }
    case 'charge':
      await charge(action.leads.map((lead) => ({ ...lead, leadId: randomUUID() })));
      break;
    case 'sell': {
      const can = Math.min(action.want, Math.max(0, Math.floor(model.balance / action.cents)));
      expect((await world.sell(action.want, action.cents)).body).toEqual({ sold: can });
      model.charge(Array.from({ length: can }, () => ({ leadId: '', retail: 200, wholesale: action.cents, client: 0 })));
      break;
    }
    case 'run low': {
      if (model.balance <= 0) break;
      if (action.declinedFirst) await world.useCard(CARDS.bad);
      await charge([{ leadId: randomUUID(), retail: 0, wholesale: model.balance - Math.floor(model.balance / 20), client: 0 }]);
      if (!action.declinedFirst) break;
      await settled();
      await world.useCard(CARDS.good); // the new card is tried at once
      break;
    }
    case 'repeat':
      if (model.lastLeads.length > 0) expect(await post(model.lastLeads)).toBe(200);
      break;
    case 'switch': {
      const body = { stop_continual: action.on ? 'F' : 'T' };
      await world.app.call('POST', `${PREPAID}/stop-continual-topup-direct-payment`, world.a.owner, { body });
      model.continual = action.on;
      if (action.on) model.resting = false;
      break;
    }
    case 'refund': {
      const payment = chosen(
        model.paid.filter((p) => p.credited && p.noted === p.gone),
        action.which,
      );
      if (!payment) break;
      const body = { company_id: world.a.tenant.id, operation_id: payment.id };
      const { status } = await world.app.call('POST', `${PREPAID}/reverse-direct-payment`, world.app.world.operator, { body });
      expect(status).toBe(payment.gone < payment.cents ? 200 : 422);
      payment.gone = payment.cents;
      model.learn(payment);
      break;
    }
    default:
      await elsewhere(action);
  }
}

/** What happens at the provider, and its word of it. */
async function elsewhere(action: Extract<Step, { do: 'give back' | 'dispute' | 'confirm' | 'hear' }>): Promise<void> {
  if (action.do === 'hear') {
    const told = chosen(events.toReversed(), action.which);
    if (!told) return;
    await at.tell(told.event, action.times);
    // Once, and only when what it is about is known as ours: by our own id, or by the payment's once that is credited.
    if (told.heard || !(told.about.credited || told.event.type.startsWith('payment_intent.'))) return;
    told.heard = true;
    model.learn(told.about);
    return;
  }
  const payment = chosen(
    model.paid.filter((p) => (action.do === 'confirm' ? !p.taken && isAsked(p) : p.taken && p.gone === 0)),
    action.which,
  );
  if (!payment) return;
  const intent = at.intentOf(payment.id).id;
  if (action.do === 'confirm') {
    payment.taken = true;
    events.push({ event: at.stripe.confirm(intent), about: payment, heard: false });
    return;
  }
  const cents = action.do === 'dispute' ? payment.cents : Math.max(1, Math.floor((payment.cents * action.share) / 100));
  events.push({
    event: action.do === 'dispute' ? at.stripe.dispute(intent) : at.stripe.giveBack(intent, cents),
    about: payment,
    heard: false,
  });
  payment.gone = cents;
}
const isAsked = (payment: Paid): boolean => at.intentOf(payment.id).last_payment_error?.code === 'authentication_required';

/** I3 as the provider sees it: what it took and the books know is credited once, and nothing else is. */
async function credited(): Promise<string[]> {
  const rows = (await world.app.kernel.platform('wallet_transfer').where({ kind: 'topup' }).pluck('operation_id')) as string[];
  return rows.sort();
}

test.prop([fc.array(step, { minLength: 1, maxLength: STEPS })], { numRuns: RUNS, endOnFailure: true })(
  'whatever happens, the ledger agrees with the model and adds up after every step',
  async (steps) => {
    const { platform } = world.app.kernel;
    // Another month: the ceiling is as good as new.
    await platform('wallet_operation').update({ created_at: platform.raw(`created_at - interval '40 days'`) });
    await platform('wallet_balance').update({ retry_at: new Date(0) });
    Object.assign(model, { takenByItself: 0, resting: false });
    await followUp();
    for (const action of steps) {
      await platform('core_rate').delete();
      const before = model.balance;
      await take(action);
      await followUp();
      expect(await world.balance()).toBe(model.balance);
      expect(await world.book('wallet')).toBe(model.balance); // I2
      expect(await world.breaches()).toEqual([]); // I1, I2, I3
      expect(await credited()).toEqual(
        model.paid
          .filter((p) => p.credited)
          .map((p) => p.id)
          .sort(),
      ); // I3
      if (action.do !== 'refund' && action.do !== 'hear') expect(model.balance).toBeGreaterThanOrEqual(Math.min(0, before)); // I4
      expect((await world.topUps()).filter((t) => t.state === 'open')).toEqual([]); // I5, at rest: none under way
    }
    expect(await world.book('receivable')).toBe(model.receivable);
    expect((await world.book('revenue')) + model.receivable).toBe(0);
    expect(await world.book('cost')).toBe(model.cost);
    expect(await world.book('payable')).toBe(0);
    const took = at.stripe.intents().filter((intent) => intent.status === 'succeeded');
    expect(took.map((intent) => intent.metadata['operation_id']).sort()).toEqual(
      model.paid
        .filter((p) => p.taken)
        .map((p) => p.id)
        .sort(),
    );
  },
  RUNS * 20_000,
);
