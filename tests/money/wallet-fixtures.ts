import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/default.ts';
import type { Plugin, Tenant } from '../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { AgencyFixtures } from '../../core/testing/fixtures.ts';
import { breaches } from '../../plugins/money/ledger/check.store.ts';
import { unequalTopUps } from '../../plugins/commerce/wallet/top-up-check.job.ts';
import { till, told } from './till.ts';

export { told };

export const PREPAID = '/api/configuration/agencies/prepaid';

/** A product in which both agencies have the data wallet, and agency A is billed through it. */
export class WalletFixtures {
  readonly app: TestApp;
  readonly a: AgencyFixtures;
  readonly b: AgencyFixtures;
  constructor(app: TestApp) {
    this.app = app;
    this.a = app.fixtures.a;
    this.b = app.fixtures.b;
  }

  /** `card` is what agency A pays with: a test card of the sandbox, or of the provider that `config` names. */
  static async start(
    config: Partial<Config> = {},
    card = 'approved',
    start = startTestApp,
    plugins: readonly Plugin[] = [],
  ): Promise<WalletFixtures> {
    told.length = 0;
    const fixtures = new WalletFixtures(await start({ plugins: [till, ...plugins], config }));
    await fixtures.app.kernel
      .platform('core_switch')
      .insert({ company_id: fixtures.app.fixtures.root.id, key: 'wallet.data_wallet', is_on: true });
    await fixtures.app.kernel.features.refresh();
    await fixtures.manualBill(fixtures.a, 'T');
    for (const { tenant } of fixtures.a.clients) await fixtures.share(tenant, 100);
    await fixtures.useCard(card);
    return fixtures;
  }

  manualBill(agency: AgencyFixtures, manualBill: 'T' | 'F'): Promise<Answer> {
    return this.app.call('POST', '/api/configuration/agencies/manual-bill', this.app.fixtures.operator, {
      body: { companyID: agency.tenant.id, manualBill },
    });
  }

  /** Says what part of its agency's wallet a client may use in a day; in these fixtures all of it, unless a test is about that. */
  async share(client: Tenant, percent: number): Promise<void> {
    await this.app.kernel.platform('wallet_share').insert({ company_id: client.id, percent }).onConflict('company_id').merge();
  }

  /** Keeps another card for an agency. */
  async useCard(tokenid: string, as = this.a.owner): Promise<void> {
    const answer = await this.app.call('PUT', '/api/payment/card', as, { body: { tokenid } });
    if (answer.status !== 200) throw new Error(`the card was not kept: ${answer.text}`);
  }

  /** A top-up through the specification's call. Each has its own key unless one is given, so that none is taken for a double click. */
  topUp(body: Record<string, unknown> = {}, key: string | null = randomUUID(), as = this.a.owner): Promise<Answer> {
    return this.app.call('POST', `${PREPAID}/charge-prepaid-direct-payment`, as, {
      body: {
        company_id: as.tenant.id,
        amount: '250',
        custom_amount: 'F',
        ip_user: '10.0.0.1',
        timezone: 'UTC',
        payment_type: 'credit_card',
        ...body,
      },
      headers: key === null ? {} : { 'idempotency-key': key },
    });
  }

  charge(
    charges: { leadId?: string; retailCents?: number; wholesaleCents?: number; client?: number }[],
    agency = this.a,
    as = agency.owner,
  ): Promise<Answer> {
    return this.app.call('POST', '/api/till/charge', as, {
      body: {
        agencyId: agency.tenant.id,
        charges: charges.map((c) => ({
          leadId: c.leadId ?? randomUUID(),
          campaignId: 1,
          companyId: agency.clients[c.client ?? 0]!.tenant.id,
          retailCents: c.retailCents ?? 200,
          wholesaleCents: c.wholesaleCents ?? 50,
        })),
      },
    });
  }

  sell(count: number, cents: number, client = 0): Promise<Answer> {
    return this.app.call('POST', '/api/till/sell', this.a.owner, { body: this.sale(count, cents, client) });
  }

  /** What is sent to sell leads. */
  sale(count: number, cents: number, client = 0) {
    const companyId = this.a.clients[client]!.tenant.id;
    return { agencyId: this.a.tenant.id, companyId, leadIds: Array.from({ length: count }, () => randomUUID()), cents };
  }

  /** Bills a client of agency A a fee, once for a key. */
  post(key: string, cents: number, client = this.a.clients[0]!.tenant): Promise<Answer> {
    return this.app.call('POST', '/api/till/post', this.a.owner, { body: { companyId: client.id, key, cents } });
  }

  async balance(agency = this.a): Promise<number> {
    const row = (await this.app.kernel.platform('ledger_balance').where({ company_id: agency.tenant.id, kind: 'wallet' }).first()) as
      | { balance_cents: string }
      | undefined;
    return Number(row?.balance_cents ?? 0);
  }

  /** Sum of the entries of one kind of account of the agency's books. */
  async book(kind: string, agency = this.a): Promise<number> {
    const { rows } = (await this.app.kernel.platform.raw(
      `select coalesce(sum(e.amount_cents), 0) as cents from ledger_entry e join ledger_account a on a.id = e.account_id where a.agency_id = ? and a.kind = ?`,
      [agency.tenant.id, kind],
    )) as { rows: [{ cents: string }] };
    return Number(rows[0].cents);
  }

  async topUps(
    agency = this.a,
  ): Promise<{ id: string; number: number; state: string; source: string; amount_cents: string; reason: string | null }[]> {
    return (await this.app.kernel.platform('wallet_operation').where({ company_id: agency.tenant.id }).orderBy('number')) as never;
  }

  /** How often the sandbox took an agency's money. */
  async sandboxCharges(agency = this.a): Promise<number> {
    const [{ n }] = (await this.app.kernel
      .platform('payments_sandbox')
      .where({ company_id: agency.tenant.id, kind: 'charge' })
      .whereRaw(`data->'reason' = 'null'::jsonb`)
      .count('* as n')) as [{ n: string }];
    return Number(n);
  }

  async breaches(): Promise<unknown[]> {
    const { platform } = this.app.kernel;
    return [...(await breaches(platform)), ...(await unequalTopUps(platform))];
  }
}
