/** The product with suppliers on this machine, and visits from networks of organisations. */
import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { loadCompanyByIp } from '../../plugins/lead-intake/capture/identity/company-by-ip.ts';
import { countsOf } from '../support/day-counts.ts';
import { FakeSupplier } from '../support/fake-supplier.ts';
import { accept, offer } from './offered.ts';

type Client = TestApp['fixtures']['a']['clients'][number];

/** Addresses within networks of organisations, of an access provider, and of a hosting firm. */
export const MIT = '128.30.2.1';
export const FORD = '19.1.2.3';
export const LILLY = '40.0.0.9';
export const COMCAST = '73.1.2.3';
export const SERVERS = '5.9.1.1';

export class Visiting {
  readonly app: TestApp;
  readonly supplier: FakeSupplier;
  #serial = 0;
  readonly #running: number[] = [];

  private constructor(app: TestApp, supplier: FakeSupplier) {
    this.app = app;
    this.supplier = supplier;
  }

  static async start(): Promise<Visiting> {
    const supplier = await FakeSupplier.start();
    return Visiting.over(await startTestApp({ config: { egressAllow: [supplier.host] } }), supplier);
  }

  /** Over a product that may call the supplier. */
  static async over(app: TestApp, supplier: FakeSupplier): Promise<Visiting> {
    await loadCompanyByIp();
    for (const side of [app.fixtures.a, app.fixtures.b]) {
      await app.call('POST', '/api/general/create-connected-account', side.owner);
      await app.call('PUT', '/api/payments/sandbox-account', side.owner, { body: { status: 'completed' } });
      for (const { user } of side.clients) await app.call('PUT', '/api/payment/card', user, { body: { tokenid: 'approved' } });
      await offer(app, side);
      await accept(app, side.owner);
    }
    return new Visiting(app, supplier);
  }

  async stop(): Promise<void> {
    await this.app.close();
    this.supplier.stop();
  }

  /** Sets the supplier up anew; nobody has asked it anything. */
  async supply(fields: object = {}): Promise<void> {
    const as = this.app.fixtures.operator;
    for (const { id } of (await this.app.call('GET', '/api/enrichment/suppliers', as)).body.data)
      await this.app.call('DELETE', `/api/enrichment/suppliers/${id}`, as);
    this.supplier.forget();
    const body = {
      name: 'Companies',
      url: `http://${this.supplier.host}/companies`,
      header: 'X-Api-Key',
      secret: 'canary-secret',
      timeoutMs: 1_000,
      groups: ['company', 'business-contact', 'business-phone', 'company-figures'],
      costCents: 10,
      dailyCents: 100_000,
      order: 1,
      on: true,
      ...fields,
    };
    const made = await this.app.call('POST', '/api/enrichment/suppliers', as, { body });
    if (made.status !== 200) throw new Error(made.text);
  }

  /** A website of a client, by the id of its campaign. */
  async website({ tenant }: Client, as: Person = this.app.fixtures.a.owner): Promise<number> {
    const made = await this.app.call('POST', '/api/leadspeek/client/create', as, {
      body: { companyID: tenant.id, leadspeekType: 'local', campaignName: `Site ${++this.#serial}`, urlCode: 'https://shop.example/' },
    });
    if (made.status !== 200) throw new Error(made.text);
    const id = made.body.leadspeek_api_id as number;
    await this.app.kernel.platform('campaigns_campaign').where({ id }).update({ status: 'active' });
    return id;
  }

  /** Page views of a website from some addresses, each by another browser, as the endpoint keeps them; and the work that follows. */
  async visit(campaign: number, ips: readonly string[], url = 'https://shop.example/', referrer = ''): Promise<void> {
    const { platform } = this.app.kernel;
    const { company_id, agency_id, root_id } = await platform('campaigns_campaign').where({ id: campaign }).first();
    const at = new Date();
    await platform('capture_visit').insert(
      ips.map((ip) => ({
        slot: Math.floor(at.getTime() / 30_000),
        fingerprint: randomBytes(6).readUIntBE(0, 6),
        at,
        campaign_id: campaign,
        company_id,
        agency_id,
        root_id,
        visitor: randomBytes(8).toString('hex'),
        ip,
        url,
        referrer,
      })),
    );
    await this.app.settle();
  }

  create = ({ tenant }: Client, fields: object = {}, as: Person = this.app.fixtures.a.owner) =>
    this.app.call('POST', '/api/leadspeek/client/create', as, {
      body: { companyID: tenant.id, leadspeekType: 'b2b', campaignName: 'Companies', ...fields },
    });

  /** An active campaign; throws with the answer where that is refused. */
  async running(client: Client, fields: object = {}, as: Person = this.app.fixtures.a.owner): Promise<number> {
    const made = await this.create(client, fields, as);
    const id = made.body.leadspeek_api_id as number;
    const switched = await this.switch(id, 'active', as);
    if (made.status !== 200 || switched.status !== 200) throw new Error(`${made.text} ${switched.text}`);
    await this.app.settle();
    this.#running.push(id);
    return id;
  }

  switch = (id: number, status: 'active' | 'paused', as: Person = this.app.fixtures.a.owner) =>
    this.app.call('PUT', '/api/leadspeek/client/activepause', as, { body: { leadspeekID: id, status } });

  /** Pauses all campaigns, and forgets who visited. */
  async rest(): Promise<void> {
    const { platform } = this.app.kernel;
    await platform('campaigns_campaign').whereIn('id', this.#running).update({ status: 'paused', pause_reason: 'user' });
    await platform('b2b_id_look').update({ look_at: 'infinity' });
    await platform('b2b_id_company').delete();
    // Nobody was a lead today.
    await platform('leads_claim').delete();
    this.#running.length = 0;
  }

  /** Lets the campaigns look at once, what waits included, and does all work that follows. */
  async settle(): Promise<void> {
    const { platform } = this.app.kernel;
    const past = new Date(0);
    await platform('b2b_id_look').whereRaw(`look_at < 'infinity'`).update({ look_at: past });
    await platform('b2b_id_target').whereNot({ state: 'done' }).update({ lease_until: past });
    await platform('b2b_id_record').where({ state: 'asking' }).update({ lease_until: past });
    await this.app.settle();
  }

  leads = (campaignId: number): Promise<Record<string, any>[]> =>
    this.app.kernel.platform('leads_lead').where({ campaign_id: campaignId }).orderBy('email');
  outcomes = (campaignId: number) => countsOf(this.app.kernel.platform, campaignId);
  companies = (companyId: number): Promise<Record<string, any>[]> =>
    this.app.kernel.platform('b2b_id_company').where({ company_id: companyId }).orderBy('name');
}
