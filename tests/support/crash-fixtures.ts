import pg from 'pg';
import type { startTestApp } from '../../core/testing/app.ts';
import { RELAY } from '../../core/events/outbox.ts';
import { wake } from '../../core/events/wake.ts';
import type { Mischief } from '../../plugins/money/payments/fakes/stripe-server.ts';
import { brokenInvariants } from './invariants.ts';
import { compare, letTimePass, openOperations, type PaymentFixtures, startPaymentFixtures } from './payments.ts';
import { until } from './until.ts';
import { stayFresh } from './stay-fresh.ts';
import { startVictim, type Victim } from './victim.ts';

/** What the design allows from the restart to the last outcome. */
export const RECOVERY_MS = 10_000;
/** The provider's library tries a second time after half a second or so. */
const QUIET_MS = 1_500;
export type ChargeMoment = 'arrived' | 'taken' | 'answered';
const PREPAID = '/api/configuration/agencies/prepaid';
const MISCHIEF: readonly (Mischief | null)[] = [null, null, 'drop-after', 'error-after', 'conflict', 'drop-before', 'event-first'];

/** Payments that are sent by a process of its own, which may be killed, as may what it talks to. */
export class CrashFixtures {
  readonly fixtures: PaymentFixtures;
  victim!: Victim;
  /** Milliseconds from each restart to the last outcome. */
  readonly recoveries: number[] = [];

  private constructor(fixtures: PaymentFixtures) {
    this.fixtures = fixtures;
  }

  /** `start` starts the product that the test itself talks to; it does no background work. */
  static async start(start?: typeof startTestApp): Promise<CrashFixtures> {
    const here = new CrashFixtures(await startPaymentFixtures({ roles: ['web'] }, start));
    const { app } = here.fixtures;
    await app.kernel.platform('core_switch').insert({ company_id: app.fixtures.root.id, key: 'wallet.data_wallet', is_on: true });
    await app.kernel.features.refresh();
    const body = { companyID: app.fixtures.a.tenant.id, manualBill: 'T' };
    const billed = await app.call('POST', '/api/configuration/agencies/manual-bill', app.fixtures.operator, { body });
    if (billed.status !== 200) throw new Error(billed.text);
    // An outcome is written slowly enough to die in the middle of it.
    await here.asOwner(`
      create function slow_settlement() returns trigger language plpgsql as $$ begin perform pg_sleep(0.03); return new; end $$;
      create trigger slow_settlement after update on payments_operation for each row when (new.state = 'succeeded' and old.state <> 'succeeded')
        execute function slow_settlement()`);
    await here.restartVictim();
    return here;
  }

  async restartVictim(): Promise<void> {
    const { stripe, line, app } = this.fixtures;
    this.victim = await startVictim(app.databaseUrl, {
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: line.url,
    });
    stripe.webhookUrl = `${this.victim.url}/webhooks/stripe`;
  }

  /** What goes wrong at the provider besides, in turn. */
  makeMischief(round: number, delayMs: number): void {
    this.fixtures.stripe.mischief = MISCHIEF[round % MISCHIEF.length]!;
    this.fixtures.stripe.delayMs = delayMs;
  }

  endMischief(): void {
    Object.assign(this.fixtures.stripe, { mischief: null, delayMs: 0, onCharge: null });
  }

  /** Begins so many payments of a round, but for those that stand already. */
  async begin(round: number, count: number): Promise<void> {
    const wanted = Array.from({ length: count }, (_, n) => `round ${round}, payment ${n}`);
    const platform = this.fixtures.app.kernel.platform('payments_operation');
    const begun = new Set((await platform.whereIn('subject', wanted).pluck('subject')) as string[]);
    await this.fixtures.begin(wanted.filter((subject) => !begun.has(subject)));
  }

  /** The agency's owner is neither held up by limits nor asked for the password again. */
  async mayCharge(): Promise<void> {
    const { app } = this.fixtures;
    await app.kernel.platform('core_rate').delete();
    await stayFresh(app, app.fixtures.a.owner);
  }

  /** Tops the agency's wallet up through the victim, once for each round; answers the status, or 0 when the line broke. */
  async topUp(round: number): Promise<number> {
    const { app } = this.fixtures;
    const { owner, tenant } = app.fixtures.a;
    const headers = {
      authorization: `Bearer ${await app.tokenOf(owner)}`,
      'content-type': 'application/json',
      'idempotency-key': `round ${round}`,
    };
    const wish = { company_id: tenant.id, amount: '250', custom_amount: 'F', payment_type: 'credit_card' };
    const sent = fetch(`${this.victim.url}${PREPAID}/charge-prepaid-direct-payment`, {
      method: 'POST',
      headers,
      body: JSON.stringify(wish),
    });
    return sent.then(
      (answer) => answer.status,
      () => 0,
    );
  }

  /**
   * The provider sees that moment of a charge for the nth time, while other charges are before and behind it; in a round without so many
   * it is some moment.
   */
  async charged(moment: ChargeMoment, times: number): Promise<void> {
    const { stripe } = this.fixtures;
    let seen = 0;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, 3_000);
      stripe.onCharge = (now) => {
        if (now !== moment || ++seen < times) return;
        clearTimeout(late);
        resolve();
      };
    });
    stripe.onCharge = null;
  }

  /** The living process has given up what it was sending: nothing has reached the provider for longer than it waits between two tries. */
  async quiet(): Promise<void> {
    const { stripe } = this.fixtures;
    let last = performance.now();
    stripe.onCharge = () => (last = performance.now());
    const unsent = async (): Promise<boolean> => (await this.count(`from payments_operation where state = 'created'`)) > 0;
    await until(async () => performance.now() - last > QUIET_MS && !(await unsent()), RECOVERY_MS);
    stripe.onCharge = null;
  }

  /** Waits for the last outcome and notes how long that took since then. */
  async recovered(began = performance.now()): Promise<void> {
    await until(async () => (await openOperations(this.fixtures)) === 0, RECOVERY_MS).catch(() => undefined);
    this.recoveries.push(performance.now() - began);
  }

  /** What does not hold of I1 to I6 after a round. Leases of the dead have run out by then: time is made to pass. */
  async faults(): Promise<string[]> {
    const { platform } = this.fixtures.app.kernel;
    const waiting = (): ReturnType<typeof platform> => platform('core_outbox_delivery').where({ state: 'pending' });
    await waiting().update({ lease_until: null, next_at: platform.fn.now() });
    await wake(platform, RELAY);
    await until(async () => (await waiting().first()) === undefined, RECOVERY_MS).catch(() => undefined);
    const { lost, double, invented, open } = await compare(this.fixtures);
    const { rows } = (await platform.raw(`
      select 'the wallet holds ' || coalesce(balance_cents, 0) || ', not ' || coalesce(charged_cents, 0) as fault from ledger_balance
        full join (select company_id, sum(amount_cents) as charged_cents from payments_operation
          where kind = 'wallet.top-up' and state = 'succeeded' group by company_id) charged using (company_id)
        where coalesce(balance_cents, 0) <> coalesce(charged_cents, 0)
      union all select 'the wallet holds ' || balance_cents from ledger_balance where balance_cents < 0`)) as {
      rows: { fault: string }[];
    };
    return [
      ...lost.map((id) => `${id} was lost`),
      ...double.map((id) => `${id} was done twice`),
      ...invented.map((id) => `${id} was never charged`),
      ...(open > 0 ? [`${open} payments are open`] : []),
      ...rows.map(({ fault }) => fault),
      ...(await brokenInvariants(platform)),
    ];
  }

  /** Makes time pass, and lets the living process look, as it does once a minute. */
  async minuteLater(): Promise<void> {
    await letTimePass(this.fixtures);
    await wake(this.fixtures.app.kernel.platform, 'payments.reconcile');
  }

  async asOwner(sql: string): Promise<void> {
    const owner = new pg.Client({ connectionString: this.fixtures.app.databaseUrl });
    await owner.connect();
    await owner.query(sql).finally(() => owner.end());
  }

  async count(what: string): Promise<number> {
    const { rows } = (await this.fixtures.app.kernel.platform.raw(`select count(*) ${what}`)) as { rows: [{ count: string }] };
    return Number(rows[0].count);
  }

  /** Figures of the whole campaign for the report that is printed. */
  async figures(): Promise<Record<string, number>> {
    const { operations, charged, lost, double, invented, open } = await compare(this.fixtures);
    const slowestRecoveryMs = Math.round(Math.max(...this.recoveries));
    const toppedUp = await this.count(`from ledger_posting where code = 'wallet.top-up'`);
    return { operations, charged, toppedUp, lost: lost.length, double: double.length, invented: invented.length, open, slowestRecoveryMs };
  }

  async close(): Promise<void> {
    await this.victim.kill();
    await this.fixtures.close();
  }
}
