import type { Tenant } from '../../core/contract.ts';
import { startTestApp, type Answer, type TestApp } from '../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../core/testing/fixtures.ts';
import { until } from '../support/until.ts';

export interface Key {
  client_id: string;
  secret_key: string;
}
type Wanted = { mode?: 'live' | 'sandbox'; scopes?: string[]; name?: string };

/** A product with agencies in developer mode and programs that call it. */
export class OpenApiStage {
  readonly app: TestApp;
  constructor(app: TestApp) {
    this.app = app;
  }

  static async start(options: Parameters<typeof startTestApp>[0] = {}): Promise<OpenApiStage> {
    const stage = new OpenApiStage(await startTestApp(options));
    const { a, b } = stage.app.fixtures;
    for (const agency of [a, b]) await stage.#developerMode(agency);
    return stage;
  }

  async #developerMode({ tenant, owner }: AgencyFixtures): Promise<void> {
    await this.#done(this.app.call('PUT', `/api/developer/mode/${tenant.id}`, this.app.fixtures.operator, { body: { api_mode: 'T' } }));
    await this.#done(
      this.app.call('POST', '/api/developer/marketing-services-agreement', owner, {
        body: { is_marketing_services_agreement_developer: 'T' },
      }),
    );
    await this.app.settle();
  }

  async #done(call: Promise<Answer>): Promise<Answer> {
    const answer = await call;
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  }

  /** A new key of the person's agency, in place of all that it had. */
  async key(as: Person, wanted: Wanted = {}): Promise<Key> {
    await this.app.kernel.platform('developer_key').where({ company_id: as.tenant.id }).update({ revoked_at: new Date() });
    return (await this.#done(this.app.call('POST', '/api/developer/open-api/authenticate', as, { body: { name: 'CRM', ...wanted } })))
      .body as Key;
  }

  /** Asks for a token as OAuth says. */
  ask(fields: Record<string, string>, basic?: Key): Promise<Answer> {
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (basic) headers['authorization'] = `Basic ${Buffer.from(`${basic.client_id}:${basic.secret_key}`).toString('base64')}`;
    return this.app.call('POST', '/api/oauth/token', null, { raw: new URLSearchParams(fields).toString(), headers });
  }

  async token(key: Key, scope?: string): Promise<string> {
    const answer = await this.#done(this.ask({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }, key));
    return answer.body.access_token as string;
  }

  async program(as: Person, wanted: Wanted = {}): Promise<string> {
    return this.token(await this.key(as, wanted));
  }

  get(path: string, token: string | null): Promise<Answer> {
    return this.app.call('GET', `/api/v1${path}`, token);
  }
  post(path: string, token: string | null, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.app.call('POST', `/api/v1${path}`, token, { body, headers });
  }

  async campaign(client: Tenant, name = 'Roof repair'): Promise<number> {
    const [row] = (await this.app.kernel
      .platform('campaigns_campaign')
      .insert({ company_id: client.id, product: 'local', name, timezone: 'America/Chicago', status: 'active', retail_cents: 450 })
      .returning('id')) as [{ id: number }];
    return row.id;
  }

  /** Waits until the feed has so many events of a type. */
  async events(token: string, type: string, count: number): Promise<{ id: string; data: Record<string, unknown> }[]> {
    let found: { id: string; data: Record<string, unknown> }[] = [];
    await until(async () => {
      await this.app.settle();
      found = (await this.get(`/events?types=${type}&limit=500`, token)).body.data;
      return found.length >= count;
    }, 30_000);
    return found;
  }
}
