import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Ctx } from '../../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, addTenant, type AgencyFixtures, type Person } from '../../../core/testing/fixtures.ts';
import { Billing } from '../billing/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Wallet } from '../wallet/contract.ts';

/** An agency that takes cards, and the client of it that a test is about. */
export class Shop {
  readonly app: TestApp;
  readonly a: AgencyFixtures;
  readonly owner: Person;
  client!: Person;
  private constructor(app: TestApp) {
    this.app = app;
    this.a = app.fixtures.a;
    this.owner = this.a.owner;
  }

  /** Over the product given, or one of its own. */
  static async start(app?: TestApp): Promise<Shop> {
    const shop = new Shop(app ?? (await startTestApp()));
    await shop.app.call('POST', '/api/general/create-connected-account', shop.owner);
    await shop.app.call('PUT', '/api/payments/sandbox-account', shop.owner, { body: { status: 'completed' } });
    return shop;
  }

  inAgency<R>(work: (ctx: Ctx) => Promise<R>): Promise<R> {
    return this.app.inside(this.a.tenant, 'prepaid', work);
  }

  card(tokenid: string): Promise<Answer> {
    return this.app.call('PUT', '/api/payment/card', this.client, { body: { tokenid } });
  }

  cost(fields: object): Promise<Answer> {
    const body = { companyID: this.client.tenant.id, leadspeekType: 'local', CostSet: '2.00', PlatformFee: '10', topupoptions: 'onetime' };
    return this.app.call('PUT', '/api/configuration/user/costmodule', this.owner, { body: { ...body, ...fields } });
  }

  /** A campaign of a new client, who pays by the term. */
  async campaign(PaymentTerm: string, fields: object = {}): Promise<number> {
    const company = await addTenant(this.app.kernel, 'client', 'Shop Ltd', this.a.tenant.id);
    this.client = await addPerson(this.app.kernel, company, 'client', `${randomUUID()}@test.example`);
    expect((await this.card('approved')).status).toBe(200);
    expect((await this.cost({ PaymentTerm, leadsbuy: 100, ...fields })).body).toMatchObject({ result: 'success' });
    return this.another();
  }
  /** A further one of the same client. */
  async another(): Promise<number> {
    const body = { leadspeekType: 'local', campaignName: 'Shop', urlCode: 'https://shop.example/', companyID: this.client.tenant.id };
    return (await this.app.call('POST', '/api/leadspeek/client/create', this.owner, { body })).body.leadspeek_api_id;
  }

  buy(id: number, fields: object = {}, as = this.client, headers: Record<string, string> = {}): Promise<Answer> {
    return this.app.call('POST', '/api/prepaid/packs', as, { body: { leadspeek_api_id: id, ...fields }, headers });
  }
  /** Buys as the agency, begins the campaign with it, and waits for all that follows. */
  async begin(id: number, fields: object = {}): Promise<Answer> {
    const answer = await this.buy(id, { ...fields, activate: 'T' }, this.owner);
    await this.app.settle();
    return answer;
  }
  stop(id: number, fields: object = {}, as = this.client): Promise<Answer> {
    return this.app.call('PUT', '/api/leadspeek/client/local/stopcontinualtopup', as, { body: { leadspeek_api_id: id, ...fields } });
  }
  activate(id: number, status: 'active' | 'paused' = 'active'): Promise<Answer> {
    return this.app.call('PUT', '/api/leadspeek/client/activepause', this.owner, { body: { leadspeekID: id, status } });
  }
  end(id: number): Promise<Answer> {
    return this.app.call('PUT', '/api/leadspeek/client/stop', this.owner, { body: { leadspeekID: id } });
  }

  async current(id: number): Promise<Answer['body']> {
    return (await this.app.call('GET', `/api/leadspeek/client/local/currenttopup/${id}`, this.client)).body;
  }
  /** The status, and why it is paused. */
  async status(id: number): Promise<string> {
    const { status, pausereason } = (await this.app.call('GET', `/api/leadspeek/getcampaign/${id}`, this.owner)).body;
    return pausereason ? `${status} ${pausereason}` : status;
  }
  async packs(id: number): Promise<Answer['body']> {
    return (await this.app.call('GET', `/api/prepaid/campaigns/${id}/packs`, this.client)).body.data;
  }

  /** As the lead pipeline does it: places and charges in one transaction. Answers how many leads came to be. */
  deliver(id: number, want: number): Promise<number> {
    return this.inAgency(async (ctx) => {
      const { companyId, retailCents } = (await ctx.use(Campaigns).rules([id])).get(id)!;
      const got = await ctx.use(Campaigns).reserveQuota(id, want, ctx.now);
      const lead = { campaignId: id, companyId, retailCents, wholesaleCents: 10 };
      const leads = Array.from({ length: got }, () => ({ ...lead, leadId: randomUUID() }));
      await ctx.use(Wallet).chargeLeads(this.a.tenant.id, leads);
      return got;
    });
  }

  receivable(): Promise<number> {
    return this.inAgency((ctx) => ctx.use(Books).cents({ companyId: this.client.tenant.id, account: 'receivable' }));
  }
  credit(): Promise<number> {
    return this.inAgency((ctx) => ctx.use(Billing).creditLeft(this.client.tenant.id));
  }
  async paidCents(): Promise<number> {
    const of = { company_id: this.client.tenant.id, state: 'succeeded' };
    const cents = (await this.app.kernel.platform('payments_operation').where(of).pluck('amount_cents')) as string[];
    return cents.reduce((sum, each) => sum + Number(each), 0);
  }
  /** What a step moved in the client's books and payments. */
  async moved(step: () => Promise<unknown>): Promise<{ receivable: number; paid: number; credit: number }> {
    const [receivable, paid, credit] = [await this.receivable(), await this.paidCents(), await this.credit()];
    await step();
    await this.app.settle();
    return {
      receivable: (await this.receivable()) - receivable,
      paid: (await this.paidCents()) - paid,
      credit: (await this.credit()) - credit,
    };
  }
}
