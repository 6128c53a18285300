/** The product with suppliers on this machine, and the short ways of Enhance ID's tests. */
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { countsOf } from '../support/day-counts.ts';
import { FakeSupplier } from '../support/fake-supplier.ts';
import { putLead } from '../support/put-lead.ts';
import { rename } from '../support/switching.ts';

const TWO_DAYS = 2 * 86_400_000;

export class Enhancing {
  readonly app: TestApp;
  readonly suppliers: readonly FakeSupplier[];
  #serial = 0;
  readonly #running: number[] = [];

  private constructor(app: TestApp, suppliers: readonly FakeSupplier[]) {
    this.app = app;
    this.suppliers = suppliers;
  }

  static async start(): Promise<Enhancing> {
    const suppliers = [await FakeSupplier.start(), await FakeSupplier.start()];
    const app = await startTestApp({ config: { egressAllow: suppliers.map(({ host }) => host) } });
    for (const side of [app.fixtures.a, app.fixtures.b]) {
      await app.call('POST', '/api/general/create-connected-account', side.owner);
      await app.call('PUT', '/api/payments/sandbox-account', side.owner, { body: { status: 'completed' } });
      for (const { user } of side.clients) await app.call('PUT', '/api/payment/card', user, { body: { tokenid: 'approved' } });
    }
    const it = new Enhancing(app, suppliers);
    await it.name();
    return it;
  }

  async stop(): Promise<void> {
    await this.app.close();
    for (const supplier of this.suppliers) supplier.stop();
  }

  /** The agency offers the product. */
  name = (as: Person = this.app.fixtures.a.owner) => rename(this.app, as, { enhance: { name: 'Enhance ID', url: 'enhanceid' } });

  supplierBody = (at: number, fields: object = {}) => ({
    name: `Supplier ${at + 1}`,
    url: `http://${this.suppliers[at]!.host}/people`,
    header: 'X-Api-Key',
    secret: 'canary-secret',
    timeoutMs: 1_000,
    groups: ['contact', 'address', 'household', 'employment'],
    costCents: 10,
    dailyCents: 100_000,
    order: at + 1,
    on: true,
    ...fields,
  });

  /** Sets the suppliers up anew, the first of them asked first; nobody has asked them anything. */
  async supply(...changes: object[]): Promise<void> {
    const as = this.app.fixtures.operator;
    for (const { id } of (await this.app.call('GET', '/api/enrichment/suppliers', as)).body.data)
      await this.app.call('DELETE', `/api/enrichment/suppliers/${id}`, as);
    for (const [at, change] of changes.entries()) {
      this.suppliers[at]!.forget();
      const made = await this.app.call('POST', '/api/enrichment/suppliers', as, { body: this.supplierBody(at, change) });
      if (made.status !== 200) throw new Error(made.text);
    }
  }

  create = (fields: object = {}, as: Person = this.app.fixtures.a.owner, of = this.app.fixtures.a.clients[0]!.tenant.id) =>
    this.app.call('POST', '/api/leadspeek/client/create', as, {
      body: { companyID: of, leadspeekType: 'enhance', campaignName: 'More', requireemailaddress: 'F', ...fields },
    });

  /** A campaign of Site ID, and leads of it from two days ago, by their names. */
  async leadsOf(names: readonly string[], client = this.app.fixtures.a.clients[0]!.tenant, age = TWO_DAYS): Promise<number> {
    const made = await this.app.call('POST', '/api/leadspeek/client/create', this.app.fixtures.a.owner, {
      body: { companyID: client.id, leadspeekType: 'local', campaignName: `Site ${++this.#serial}` },
    });
    const campaign = made.body.leadspeek_api_id as number;
    for (const name of names) await putLead(this.app, { client, campaign, name, cents: 150, at: new Date(Date.now() - age) });
    return campaign;
  }

  switch = (id: number, status: 'active' | 'paused') =>
    this.app.call('PUT', '/api/leadspeek/client/activepause', this.app.fixtures.a.owner, { body: { leadspeekID: id, status } });

  /** An active campaign about leads of a campaign; throws with the answer where that is refused. */
  async running(source: number, fields: object = {}): Promise<number> {
    const made = await this.create({ sourcecampaigns: [String(source)], ...fields });
    const id = made.body.leadspeek_api_id as number;
    const switched = await this.switch(id, 'active');
    if (made.status !== 200 || switched.status !== 200) throw new Error(`${made.text} ${switched.text}`);
    this.#running.push(id);
    return id;
  }

  /** Pauses all campaigns. */
  async rest(): Promise<void> {
    for (const id of this.#running.splice(0)) await this.switch(id, 'paused');
    await this.app.settle();
  }

  /** Lets the campaigns look for leads at once, those waiting included, and does all work that follows. */
  async settle(): Promise<void> {
    const { platform } = this.app.kernel;
    await platform('enhance_id_look')
      .whereRaw(`look_at < 'infinity'`)
      .update({ look_at: new Date(0) });
    await platform('enhance_id_person')
      .whereNot({ state: 'done' })
      .update({ lease_until: new Date(0) });
    await this.app.settle();
  }

  leads = (campaignId: number): Promise<Record<string, any>[]> =>
    this.app.kernel.platform('leads_lead').where({ campaign_id: campaignId }).orderBy('first_name');
  outcomes = (campaignId: number) => countsOf(this.app.kernel.platform, campaignId);
}
