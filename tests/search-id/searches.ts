/** The product with people in the identity graph, and the short ways of Search ID's tests. */
import { Readable } from 'node:stream';
import { derivedKey } from '../../config/default.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { PERSON_KEY } from '../../plugins/lead-intake/capture/identity/person.ts';
import { importIdentities } from '../../scripts/import-identities/import.ts';
import { importIntent } from '../../scripts/import-intent/import.ts';
import { countsOf } from '../support/day-counts.ts';

const DAY = 86_400_000;

/** Somebody looked for a keyword. */
export interface Sought {
  who: string;
  keyword?: string;
  zip?: string;
  /** Days ago. */
  age?: number;
}

export class Searches {
  readonly app: TestApp;

  private constructor(app: TestApp) {
    this.app = app;
  }

  static async start(options: Parameters<typeof startTestApp>[0] = {}): Promise<Searches> {
    return Searches.over(await startTestApp(options));
  }

  /** The same in a product that runs. */
  static async over(app: TestApp): Promise<Searches> {
    for (const side of [app.fixtures.a, app.fixtures.b]) {
      await app.call('POST', '/api/general/create-connected-account', side.owner);
      await app.call('PUT', '/api/payments/sandbox-account', side.owner, { body: { status: 'completed' } });
      for (const { user } of side.clients) await app.call('PUT', '/api/payment/card', user, { body: { tokenid: 'approved' } });
    }
    return new Searches(app);
  }

  get #importing() {
    return { url: this.app.databaseUrl, key: derivedKey(this.app.kernel.config, PERSON_KEY), say: () => undefined };
  }

  /** Records of people, who are in the graph as `<name>@people.example`, a missing phone and address included. */
  async records(sought: readonly Sought[]): Promise<void> {
    const names = [...new Set(sought.map(({ who }) => who))];
    const people = names.map((name) => `${name},Known,${name}@people.example\n`).join('');
    await importIdentities(Readable.from([`first_name,last_name,email\n${people}`]), this.#importing);
    const lines = sought.map(({ who, keyword = 'running shoes', zip = '60601', age = 1 }) =>
      [`${who}@people.example`, keyword, zip, new Date(Date.now() - age * DAY).toISOString()].join(','),
    );
    const rejected: string[] = [];
    await importIntent(Readable.from([`email,keyword,zip,searched_at\n${lines.join('\n')}\n`]), {
      ...this.#importing,
      mostRejected: 0,
      rejected: { add: (_line, why) => void rejected.push(why), close: async () => null },
    });
    if (rejected.length > 0) throw new Error(rejected.join('\n'));
  }

  create = (fields: object, as: Person = this.app.fixtures.a.owner, of = this.app.fixtures.a.clients[0]!.tenant.id) =>
    this.app.call('POST', '/api/leadspeek/client/create', as, {
      body: { companyID: of, leadspeekType: 'locator', campaignName: 'Shoes', requireemailaddress: 'F', ...fields },
    });

  change = (id: number, fields: object, as: Person = this.app.fixtures.a.owner) =>
    this.app.call('PUT', '/api/leadspeek/client/locator/update', as, { body: { leadspeekID: id, ...fields } });

  switch = (id: number, status: 'active' | 'paused', as: Person = this.app.fixtures.a.owner) =>
    this.app.call('PUT', '/api/leadspeek/client/activepause', as, { body: { leadspeekID: id, status } });

  view = async (id: number, as: Person = this.app.fixtures.a.owner) =>
    (await this.app.call('GET', `/api/leadspeek/getcampaign/${id}`, as)).body;

  /** An active campaign; throws with the answer where that is refused. */
  async running(
    fields: object = {},
    as: Person = this.app.fixtures.a.owner,
    of = this.app.fixtures.a.clients[0]!.tenant.id,
  ): Promise<number> {
    const made = await this.create({ locatorkeyword: ['running shoes'], ...fields }, as, of);
    const id = made.body.leadspeek_api_id as number;
    const switched = await this.switch(id, 'active', as);
    if (made.status !== 200 || switched.status !== 200) throw new Error(`${made.text} ${switched.text}`);
    return id;
  }

  /** Lets the campaigns look for news at once, and does all work that follows. */
  async settle(): Promise<void> {
    await this.app.kernel
      .platform('search_id_reading')
      .whereRaw(`look_at < 'infinity'`)
      .update({ look_at: new Date(0) });
    await this.app.settle();
  }

  leads = (campaignId: number): Promise<Record<string, any>[]> =>
    this.app.kernel.platform('leads_lead').where({ campaign_id: campaignId }).orderBy('email');
  emails = async (campaignId: number): Promise<string[]> => (await this.leads(campaignId)).map(({ email }) => email.split('@')[0]);
  outcomes = (campaignId: number) => countsOf(this.app.kernel.platform, campaignId);
}
