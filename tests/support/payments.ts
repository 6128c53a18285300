import type { Config } from '../../config/default.ts';
import { definePlugin, contribute, type Tenant } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { PaymentKinds, Payments } from '../../plugins/money/payments/contract.ts';
import { StripeServer } from '../../plugins/money/payments/fakes/stripe-server.ts';
import { Line } from './line.ts';

/** How often something is killed: 20 times in every run of the tests, 200 times with `npm run test:faults`. */
export const FAULT_ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 20);
/** How much of the other fault campaigns is run, by the same measure. */
export const FAULTS = Math.max(1, FAULT_ROUNDS / 20);

/** What a kind of payment did, in order: it has no memory of its own, so whatever is done twice stands here twice. */
type Effects = string[];

/** A provider over real HTTP, and the product with three payers: two agencies, the second with a card that is declined, and a client. */
export interface PaymentFixtures {
  stripe: StripeServer;
  /** Between the product and the provider. */
  line: Line;
  app: TestApp;
  effects: Effects;
  payers: Tenant[];
  /** The agency's own account at the provider, on which its client pays. */
  account: string;
  /** Writes the intents of some payments, each in a transaction of its own; answers their ids. */
  begin(subjects: readonly string[]): Promise<string[]>;
  /** The same for the first payer alone, in one transaction, so that a worker finds all of them at once. */
  beginTogether(subjects: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const KIND = 'till.sale';

/** `start` starts the product: over a copy of the template database unless told otherwise. */
export async function startPaymentFixtures(config: Partial<Config> = {}, start = startTestApp): Promise<PaymentFixtures> {
  const stripe = await new StripeServer().start();
  const line = await new Line(stripe.url).open();
  const effects: Effects = [];
  const till = definePlugin({
    manifest: { id: 'till', version: '1.0.0', core: '^1', level: 'platform', requires: { payments: '^1' } },
    contributions: [
      contribute(PaymentKinds, {
        id: KIND,
        succeeded: async (_ctx, { id }) => void effects.push(`${id} succeeded`),
        failed: async (_ctx, { id }) => void effects.push(`${id} failed`),
        reversed: async (_ctx, { id }, cents) => void effects.push(`${id} reversed ${cents}`),
      }),
    ],
  });
  const app = await start({ plugins: [till], config: { ...config, services: { stripe: keysOf(stripe, line) } } });
  const { a, b } = app.fixtures;
  const client = a.clients[0]!;
  const account = await connect(app, stripe, a.owner);
  const cards: [Person, string][] = [
    [a.owner, 'pm_card_visa'],
    [client.user, 'pm_card_mastercard'],
    [b.owner, 'pm_card_chargeCustomerFail'],
  ];
  for (const [who, tokenid] of cards) {
    const kept = await app.call('PUT', '/api/payment/card', who, { body: { tokenid } });
    if (kept.status !== 200) throw new Error(`card of ${who.email}: ${kept.text}`);
  }
  const payers = [a.tenant, client.tenant, b.tenant];
  return {
    stripe,
    line,
    app,
    effects,
    payers,
    account,
    async begin(subjects) {
      const ids: string[] = [];
      for (const [n, subject] of subjects.entries()) {
        const payer = payers[n % payers.length]!;
        const wish = { kind: KIND, subject, amountCents: 1_000 + n, feeCents: payer.kind === 'client' ? 100 : 0, description: subject };
        const agency = payer.agencyId === a.tenant.id ? a.tenant : b.tenant;
        ids.push((await app.inside(agency, 'till', (ctx) => ctx.use(Payments).begin(payer, wish))).id);
      }
      return ids;
    },
    beginTogether: (subjects) =>
      app.inside(a.tenant, 'till', async (ctx) => {
        for (const subject of subjects)
          await ctx.use(Payments).begin(a.tenant, { kind: KIND, subject, amountCents: 1_000, description: subject });
      }),
    async close() {
      await app.close();
      line.cut();
      await stripe.stop();
    },
  };
}

const keysOf = (stripe: StripeServer, line: Line) => ({
  secretKey: stripe.secretKey,
  publishableKey: 'pk_test',
  webhookSecret: stripe.webhookSecret,
  apiBase: line.url,
});

async function connect(app: TestApp, stripe: StripeServer, owner: Person): Promise<string> {
  await app.call('POST', '/api/general/create-connected-account', owner);
  const [account] = stripe.accounts.keys();
  stripe.changeAccount(account!, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
  await app.call('GET', '/api/general/connected-account', owner);
  await app.kernel
    .platform('payments_account')
    .where({ account })
    .update({ status: 'completed', charges_enabled: true, payouts_enabled: true });
  return account!;
}

/** Makes as much time pass for payments without an outcome as the reconciler waits before it holds one for never sent. */
export const letTimePass = async ({ app }: PaymentFixtures): Promise<void> =>
  void (await app.kernel
    .platform('payments_operation')
    .whereIn('state', ['submitted', 'unknown'])
    .update({ check_at: app.kernel.platform.fn.now(), submitted_at: app.kernel.platform.raw(`submitted_at - interval '6 minutes'`) }));

export const openOperations = async ({ app }: PaymentFixtures): Promise<number> => {
  const [{ n }] = (await app.kernel
    .platform('payments_operation')
    .whereIn('state', ['created', 'submitted', 'unknown'])
    .count('* as n')) as [{ n: string }];
  return Number(n);
};

interface Comparison {
  operations: number;
  charged: number;
  /** Charges of which our books know nothing, or something else. */
  lost: string[];
  /** Operations that were charged more than once, or whose outcome was followed up more or less than once. */
  double: string[];
  /** Payments that we hold for made and the provider does not. */
  invented: string[];
  open: number;
}

/** Compares the provider's list of charges with our operations, and both with what was followed up of them. */
export async function compare(fixtures: PaymentFixtures): Promise<Comparison> {
  const { app, stripe } = fixtures;
  const rows = (await app.kernel.platform('payments_operation').select('id', 'state', 'payment_id', 'amount_cents')) as {
    id: string;
    state: string;
    payment_id: string | null;
    amount_cents: string;
  }[];
  const known = new Map(rows.map((row) => [row.id, row]));
  const charges = [null, ...stripe.accounts.keys()].flatMap((account) => stripe.intents(account)).filter((i) => i.status === 'succeeded');
  const byOperation = Map.groupBy(charges, (i) => i.metadata['operation_id'] ?? '');
  const told = (await app.kernel
    .platform('core_audit')
    .whereIn('action', ['payments.succeeded', 'payments.failed'])
    .select('target', 'action')) as {
    target: string;
    action: string;
  }[];
  const followed = Map.groupBy(told, (row) => row.target);
  const wrong = (row: (typeof rows)[number]): boolean => {
    const actions = (followed.get(row.id) ?? []).map(({ action }) => action);
    return row.state === 'succeeded' || row.state === 'failed'
      ? actions.length !== 1 || actions[0] !== `payments.${row.state}`
      : actions.length > 0;
  };
  return {
    operations: rows.length,
    charged: charges.length,
    lost: charges
      .filter((i) => {
        const row = known.get(i.metadata['operation_id'] ?? '');
        return row?.state !== 'succeeded' || row.payment_id !== i.id || Number(row.amount_cents) !== i.amount;
      })
      .map((i) => i.id),
    double: [...byOperation].flatMap(([id, of]) => (of.length > 1 ? [id] : [])).concat(rows.filter(wrong).map((row) => row.id)),
    invented: rows.filter((row) => row.state === 'succeeded' && !byOperation.has(row.id)).map((row) => row.id),
    open: await openOperations(fixtures),
  };
}
