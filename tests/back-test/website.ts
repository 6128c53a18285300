/** The product with websites that known people visit for days, and the short ways of the tests of back-tests. */
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { addPeople, recognise, visitorIdentifier } from '../../plugins/lead-intake/capture/identity/graph.store.ts';
import { NOBODY } from '../../plugins/lead-intake/leads/shared.ts';
import { emailHashes, graphRecord, PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { Pixels } from '../../plugins/lead-intake/capture/contract.ts';
import type { LeadPerson } from '../../plugins/lead-intake/leads/contract.ts';

const SLOT_MS = 30_000;

export interface Visited {
  who: string;
  /** Milliseconds after the clock of the product. */
  at: number;
}

export class Website {
  readonly app: TestApp;
  #serial = 0;

  private constructor(app: TestApp) {
    this.app = app;
  }

  static start = async (): Promise<Website> => Website.over(await startTestApp());

  /** The same in a product that runs. */
  static async over(app: TestApp): Promise<Website> {
    for (const { owner, clients } of [app.fixtures.a, app.fixtures.b]) {
      await app.call('POST', '/api/general/create-connected-account', owner);
      await app.call('PUT', '/api/payments/sandbox-account', owner, { body: { status: 'completed' } });
      for (const { user } of clients) await app.call('PUT', '/api/payment/card', user, { body: { tokenid: 'approved' } });
    }
    return new Website(app);
  }

  /** People whom the graph knows by the visitor id `<name>-visitor`. */
  async people(known: readonly (Partial<LeadPerson> & { firstName: string })[]): Promise<void> {
    const secret = this.app.kernel.secrets.key(PERSON_KEY);
    const records = known.map((person) => graphRecord(secret, { ...NOBODY, lastName: 'Known', ...person })!);
    await addPeople(this.app.kernel.platform, records, 'test');
    await recognise(
      this.app.kernel.platform,
      records.map((record, n) => ({
        identifier: visitorIdentifier(`${known[n]!.firstName}-visitor`),
        key: Buffer.from(record['person_key']!, 'hex'),
      })),
    );
  }

  /** Puts addresses onto the root's list. */
  exclude = (emails: readonly string[]): Promise<unknown> =>
    this.app.kernel.platform('exclusions_entry').insert(
      emails.map((email) => ({
        kind: 'md5',
        hash: Buffer.from(emailHashes(email).md5, 'hex'),
        source: 'upload',
        company_id: this.app.fixtures.root.id,
      })),
    );

  /** A running campaign of a client, made and activated by its agency. */
  async campaign(owner: Person, clientId: number, fields: object = {}): Promise<number> {
    const made = await this.app.call('POST', '/api/leadspeek/client/create', owner, {
      body: { companyID: clientId, leadspeekType: 'local', campaignName: 'Shop', urlCode: 'https://shop.example/', ...fields },
    });
    const id = made.body.leadspeek_api_id as number;
    const active = await this.app.call('PUT', '/api/leadspeek/client/activepause', owner, { body: { leadspeekID: id, status: 'active' } });
    if (active.status !== 200) throw new Error(active.text);
    const client = [...this.app.fixtures.a.clients, ...this.app.fixtures.b.clients].find(({ tenant }) => tenant.id === clientId)!;
    await this.app.inside(client.tenant, 'capture', (ctx) => ctx.use(Pixels).of(id));
    return id;
  }

  /** Page views of a campaign's website, worked to their ends. */
  async visits(campaignIds: readonly number[], visited: readonly Visited[]): Promise<void> {
    const { platform } = this.app.kernel;
    const clock = Date.now() + this.app.clockOffset;
    const owners = (await platform('campaigns_campaign').whereIn('id', campaignIds).select('id', 'company_id', 'agency_id', 'root_id')) as {
      id: number;
      company_id: number;
      agency_id: number;
      root_id: number;
    }[];
    const rows = visited.flatMap(({ who, at }) =>
      owners.map(({ id, ...owner }) => ({
        ...owner,
        campaign_id: id,
        slot: Math.floor((clock + at) / SLOT_MS),
        fingerprint: String(++this.#serial),
        at: new Date(clock + at),
        visitor: `${who}-visitor`,
        ip: '192.0.2.1',
        url: 'https://shop.example/',
        referrer: '',
      })),
    );
    await platform.batchInsert('capture_visit', rows, 500);
    await this.app.settle();
    await this.app.tick('capture.pipeline');
  }

  backTest = (as: Person, campaignId: number, fields: object = {}) =>
    this.app.call('POST', '/api/leadspeek/backtest', as, { body: { leadspeekID: campaignId, ...fields } });

  /** How the visits of a campaign really ended: leads by day, and everything else in all. */
  async reality(campaignId: number): Promise<{ leads: Record<string, number>; ended: Record<string, number> }> {
    const rows = (await this.app.kernel
      .platform('leads_day')
      .where({ campaign_id: campaignId })
      .where('observations', '>', 0)
      .orderBy('day')
      .select('outcome', 'observations', this.app.kernel.platform.raw(`to_char(day, 'YYYY-MM-DD') as day`))) as {
      day: string;
      outcome: string;
      observations: number;
    }[];
    const leads: Record<string, number> = {};
    const ended: Record<string, number> = {};
    for (const { day, outcome, observations } of rows)
      if (outcome === 'lead') leads[day] = observations;
      else ended[outcome] = (ended[outcome] ?? 0) + observations;
    return { leads, ended };
  }
}
