import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { expect } from 'vitest';
import { dollarsOf } from '../../core/contract.ts';
import { Books } from '../../plugins/money/ledger/contract.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startMoneyApp } from '../support/own-app.ts';
import { checkChain } from '../support/statements.ts';
import { stayFresh } from '../support/stay-fresh.ts';
import { until } from '../support/until.ts';
import { type Lead, Model, type Paid } from './ledger-model.ts';
import type { Step } from './ledger-steps.ts';
import { CARDS, StripeFixtures } from './stripe-fixtures.ts';
import { PREPAID, type WalletFixtures } from './wallet-fixtures.ts';

/** What a wallet does by itself it does within that. */
const NOTICED_MS = 5_000;
const DAY_MS = 86_400_000;

/** One wallet, its model, and what happens to both; all stories told of it share them, so that its history grows long. */
export class LedgerStory {
  readonly #at: StripeFixtures;
  readonly #fixtures: WalletFixtures;
  readonly #model = new Model();
  /** All that the provider ever had to tell; any of it may be told at any time, and again. */
  readonly #events: { event: Stripe.Event; about: Paid; heard: boolean }[] = [];

  constructor(at: StripeFixtures) {
    this.#at = at;
    this.#fixtures = at.fixtures;
  }

  static async start(): Promise<LedgerStory> {
    return new LedgerStory(await StripeFixtures.start(startMoneyApp));
  }

  close(): Promise<void> {
    return this.#at.close();
  }

  /** Tells one story, and compares the ledger with the model after every step. */
  async tell(steps: readonly Step[]): Promise<void> {
    const { app, a } = this.#fixtures;
    const { platform } = app.kernel;
    for (const person of [a.owner, app.fixtures.operator]) await stayFresh(app, person);
    // Another month: the ceiling is as good as new.
    await platform('wallet_operation').update({ created_at: platform.raw(`created_at - interval '40 days'`) });
    await platform('wallet_state').update({ retry_at: new Date(0) });
    Object.assign(this.#model, { takenByItself: 0, resting: false });
    await this.#followUp();
    for (const action of steps) {
      await platform('core_rate').delete();
      const before = this.#model.balance;
      await this.#take(action);
      await this.#followUp();
      await this.#compare();
      if (action.do !== 'refund' && action.do !== 'hear') expect(this.#model.balance).toBeGreaterThanOrEqual(Math.min(0, before)); // I4
    }
    await this.#compareBooks();
  }

  async #compare(): Promise<void> {
    expect(await this.#fixtures.balance()).toBe(this.#model.balance);
    expect(await this.#fixtures.book('wallet')).toBe(this.#model.balance); // I2
    expect(await brokenInvariants(this.#fixtures.app.kernel.platform)).toEqual([]); // I1, I2, I3, I5, I6
    expect(await this.#credited()).toEqual(idsOf(this.#model.paid.filter((p) => p.credited))); // I3
    expect((await this.#fixtures.topUps()).filter((t) => t.state === 'open')).toEqual([]); // I5, at rest: none under way
    await this.#compareStatement();
  }

  /** The statement of these days is chained without a break and ends with what stands in the wallet. */
  async #compareStatement(): Promise<void> {
    const { app, a } = this.#fixtures;
    const wish = {
      from: new Date(0),
      to: new Date(Date.now() + DAY_MS),
      zone: 'UTC',
      byDay: ['wallet.lead'],
      heading: [],
      opening: '',
      closing: '',
    };
    const of = { companyId: a.tenant.id, account: 'wallet' };
    const { rows, head } = await app.inside(a.tenant, 'wallet', (ctx) => ctx.use(Books).statement(of, { ...wish, cells: () => [] }));
    expect(checkChain(rows)).toEqual({ head });
    expect(rows.at(-1)!.at(-2)).toBe(dollarsOf(this.#model.balance));
  }

  async #compareBooks(): Promise<void> {
    const { receivable, cost, paid } = this.#model;
    expect(await this.#fixtures.book('receivable')).toBe(receivable);
    expect((await this.#fixtures.book('revenue')) + receivable).toBe(0);
    expect(await this.#fixtures.book('cost')).toBe(cost);
    expect(await this.#fixtures.book('payable')).toBe(0);
    const took = this.#at.stripe.intents().filter((intent) => intent.status === 'succeeded');
    expect(took.map((intent) => intent.metadata['operation_id']).sort()).toEqual(idsOf(paid.filter((p) => p.taken)));
  }

  /** I3 as the provider sees it: what it took and the books know is credited once, and nothing else is. */
  async #credited(): Promise<string[]> {
    const rows = (await this.#fixtures.app.kernel
      .platform('ledger_posting')
      .where({ code: 'wallet.top-up' })
      .pluck('reference')) as string[];
    return rows.sort();
  }

  async #post(leads: readonly Lead[]): Promise<number> {
    const charges = leads.map(({ leadId, client, retail, wholesale }) => ({
      leadId,
      client,
      retailCents: retail,
      wholesaleCents: wholesale,
    }));
    return (await this.#fixtures.charge(charges)).status;
  }

  /** The newest top-up of the books becomes one of the model's. */
  async #remember(cents: number, taken: boolean): Promise<Paid> {
    const id = (await this.#fixtures.topUps()).at(-1)!.id;
    const payment = { id, cents, taken, credited: false, gone: 0, noted: 0 };
    this.#model.paid.push(payment);
    return payment;
  }

  /** Background work is done when no payment is on its way any more: another worker may have taken it. */
  async #settled(): Promise<void> {
    do await this.#fixtures.app.settle();
    while ((await this.#fixtures.topUps()).some((topUp) => topUp.state === 'open'));
  }

  /** What the wallet does by itself after each step. */
  async #followUp(): Promise<void> {
    await this.#settled();
    const cents = this.#model.due();
    if (cents === 0) return;
    await until(() => this.#newPayment(), NOTICED_MS);
    const payment = await this.#remember(cents, true);
    this.#model.takenByItself += cents;
    this.#model.credit(payment);
  }

  /** The newest top-up was paid and is not yet one of the model's; a worker that heard of its cause by notice may be late with it. */
  async #newPayment(): Promise<boolean> {
    await this.#settled();
    const newest = (await this.#fixtures.topUps()).at(-1);
    return newest?.state === 'succeeded' && !this.#model.paid.some(({ id }) => id === newest.id);
  }

  async #charge(leads: readonly Lead[]): Promise<void> {
    const fits = this.#model.charge(leads);
    expect(await this.#post(leads)).toBe(fits ? 200 : 409);
    if (fits) this.#model.lastLeads = [...leads];
  }

  async #take(action: Step): Promise<void> {
    switch (action.do) {
      case 'top up': {
        const [key, cents] = [randomUUID(), Number(action.dollars) * 100];
        this.#at.stripe.mischief = action.mischief;
        const wish = { amount: action.dollars, ...(action.stop ? { stop_continual: action.stop } : {}) };
        const answers = await Promise.all(Array.from({ length: action.times }, () => this.#fixtures.topUp(wish, key)));
        this.#at.stripe.mischief = null;
        expect(new Set(answers.map((a) => `${a.status} ${a.body.result}`)).size).toBe(1);
        expect(answers[0]!.body.result).toBe(action.mischief ? 'pending' : 'success');
        this.#model.credit(await this.#remember(cents, true));
        this.#model.amount = cents;
        if (action.stop) this.#model.continual = action.stop === 'F';
        break;
      }
      case 'decline':
      case 'ask the holder': {
        await this.#fixtures.useCard(action.do === 'decline' ? CARDS.bad : CARDS.asks);
        expect((await this.#fixtures.topUp()).status).toBe(402);
        await this.#fixtures.useCard(CARDS.good);
        await this.#remember(25_000, false);
        break;
      }
      case 'charge':
        await this.#charge(action.leads.map((lead) => ({ ...lead, leadId: randomUUID() })));
        break;
      case 'sell': {
        const can = Math.min(action.want, Math.max(0, Math.floor(this.#model.balance / action.cents)));
        expect((await this.#fixtures.sell(action.want, action.cents)).body).toEqual({ sold: can });
        this.#model.charge(Array.from({ length: can }, () => ({ leadId: '', retail: 200, wholesale: action.cents, client: 0 })));
        break;
      }
      case 'run low': {
        if (this.#model.balance <= 0) break;
        if (action.declinedFirst) await this.#fixtures.useCard(CARDS.bad);
        await this.#charge([
          { leadId: randomUUID(), retail: 0, wholesale: this.#model.balance - Math.floor(this.#model.balance / 20), client: 0 },
        ]);
        if (!action.declinedFirst) break;
        await this.#settled();
        await this.#fixtures.useCard(CARDS.good); // the new card is tried at once
        break;
      }
      case 'repeat':
        if (this.#model.lastLeads.length > 0) expect(await this.#post(this.#model.lastLeads)).toBe(200);
        break;
      case 'switch': {
        const body = { stop_continual: action.on ? 'F' : 'T' };
        await this.#fixtures.app.call('POST', `${PREPAID}/stop-continual-topup-direct-payment`, this.#fixtures.a.owner, { body });
        this.#model.continual = action.on;
        if (action.on) this.#model.resting = false;
        break;
      }
      case 'refund': {
        const payment = chosen(
          this.#model.paid.filter((p) => p.credited && p.noted === p.gone),
          action.which,
        );
        if (!payment) break;
        const body = { company_id: this.#fixtures.a.tenant.id, operation_id: payment.id };
        const { status } = await this.#fixtures.app.call(
          'POST',
          `${PREPAID}/reverse-direct-payment`,
          this.#fixtures.app.fixtures.operator,
          {
            body,
          },
        );
        expect(status).toBe(200); // also where all of it went back before
        payment.gone = payment.cents;
        this.#model.learn(payment);
        break;
      }
      default:
        await this.#elsewhere(action);
    }
  }

  /** What happens at the provider, and its word of it. */
  async #elsewhere(action: Extract<Step, { do: 'give back' | 'dispute' | 'confirm' | 'hear' }>): Promise<void> {
    if (action.do === 'hear') {
      const told = chosen(this.#events.toReversed(), action.which);
      if (!told) return;
      await this.#at.tell(told.event, action.times);
      // Once, and only when what it is about is known as ours: by our own id, or by the payment's once that is credited.
      if (told.heard || !(told.about.credited || told.event.type.startsWith('payment_intent.'))) return;
      told.heard = true;
      this.#model.learn(told.about);
      return;
    }
    const payment = chosen(
      this.#model.paid.filter((p) => (action.do === 'confirm' ? !p.taken && this.#isAsked(p) : p.taken && p.gone === 0)),
      action.which,
    );
    if (!payment) return;
    const intent = this.#at.intentOf(payment.id).id;
    if (action.do === 'confirm') {
      payment.taken = true;
      this.#events.push({ event: this.#at.stripe.confirm(intent), about: payment, heard: false });
      return;
    }
    const cents = action.do === 'dispute' ? payment.cents : Math.max(1, Math.floor((payment.cents * action.share) / 100));
    this.#events.push({
      event: action.do === 'dispute' ? this.#at.stripe.dispute(intent) : this.#at.stripe.giveBack(intent, cents),
      about: payment,
      heard: false,
    });
    payment.gone = cents;
  }
  #isAsked(payment: Paid): boolean {
    return this.#at.intentOf(payment.id).last_payment_error?.code === 'authentication_required';
  }
}

const idsOf = (payments: readonly Paid[]): string[] => payments.map(({ id }) => id).sort();
const chosen = <X>(all: readonly X[], n: number): X | undefined => all[n % Math.max(1, all.length)];
