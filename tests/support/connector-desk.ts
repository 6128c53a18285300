import { expect } from 'vitest';
import type { Config } from '../../config/default.ts';
import type { Plugin } from '../../core/contract.ts';
import { startTestApp, type Answer, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { leadsFake } from '../../plugins/connectors/integrations/leads.fake.ts';
import { deliveryData } from '../../plugins/connectors/integrations/person-data.ts';
import type { VendorFake } from '../../plugins/connectors/integrations/vendor.fake.ts';

/** A line of a connection's log. */
interface Logged {
  id: number;
  state: string;
  attempts: number;
  response: string;
}

/** What a connector that operators published is called among documents; null for one of a plugin. */
const nameOfDocument = (connector: string): string | null => /^declarative-connectors\.(.+)$/.exec(connector)?.[1] ?? null;

/** Connects a client to other systems and sends them leads. */
export class ConnectorDesk {
  readonly app: TestApp;
  readonly client: Person;
  private constructor(app: TestApp, client: Person) {
    this.app = app;
    this.client = client;
  }

  static async open(config: Partial<Config>, plugins: readonly Plugin[] = []): Promise<ConnectorDesk> {
    const app = await startTestApp({ plugins: [leadsFake, ...plugins], config });
    return new ConnectorDesk(app, app.fixtures.a.clients[0]!.user);
  }
  /** With a double in place of the host of another system. */
  static openFor(fake: VendorFake, host: string, services: Record<string, object> = {}): Promise<ConnectorDesk> {
    return ConnectorDesk.open({ standIns: { [host]: fake.host }, services: { stripe: null, ...services } });
  }
  close(): Promise<void> {
    return this.app.close();
  }

  /** The same for another client. */
  for(client: Person): ConnectorDesk {
    return new ConnectorDesk(this.app, client);
  }
  /** An operator publishes a connector as a document, in place of one that is there. */
  async publish(name: string, text: string): Promise<void> {
    const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
      const answer = await this.app.call(method, `/api/connector-documents${path}`, this.app.fixtures.operator, body ? { body } : {});
      expect(answer.status, answer.text).toBeLessThan(405);
      return answer;
    };
    if ((await ask('GET', `/${name}`)).status === 404) await ask('POST', '', { document: name });
    const { edits } = (await ask('GET', `/${name}`)).body as { edits: number };
    expect((await ask('PUT', `/${name}/draft`, { text, edits })).status).toBe(200);
    const { edits: drafted } = (await ask('GET', `/${name}`)).body as { edits: number };
    const published = await ask('POST', `/${name}/publish`, { edits: drafted });
    expect(published.status, published.text).toBe(200);
    await this.app.kernel.published.refresh();
  }
  connecting(connector: string, body: object): Promise<Answer> {
    const declared = nameOfDocument(connector);
    return this.app.call('POST', `/api/integrations/${declared ? `declared/${declared}` : `connect/${connector}`}`, this.client, { body });
  }
  async connect(connector: string, body: object): Promise<number> {
    const answer = await this.connecting(connector, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.id as number;
  }
  change(id: number, connector: string, body: object): Promise<Answer> {
    const declared = nameOfDocument(connector);
    const path = `/api/integrations/${id}/${declared ? `declared/${declared}` : connector}`;
    return this.app.call('PUT', path, this.client, { body: { name: 'Changed', ...body } });
  }
  /** Leads of people with these first names, whose addresses are made of them. Answers their ids. */
  async make(...names: string[]): Promise<string[]> {
    const body = { companyId: this.client.tenant.id, names };
    return (await this.app.call('POST', '/api/leads-fake/make', this.app.fixtures.operator, { body })).body.ids as string[];
  }
  /** The same, once they were sent. */
  async send(...names: string[]): Promise<string[]> {
    const ids = await this.make(...names);
    await this.app.settle();
    return ids;
  }
  async log(id: number): Promise<Logged[]> {
    return (await this.app.call('GET', `/api/integrations/${id}/deliveries`, this.client)).body.data as Logged[];
  }
  async detail(id: number): Promise<Record<string, unknown>> {
    return (await this.app.call('GET', `/api/integrations/${id}`, this.client)).body as Record<string, unknown>;
  }
  /** The pauses are over: of connections, of leads that failed, and of those that another system was not done with. Sends what is due then. */
  async skipPauses(): Promise<void> {
    await this.endPauses();
    await this.app.settle();
  }
  async endPauses(): Promise<void> {
    await this.app.kernel.platform.raw('update integrations_connection set rest_until = null');
    await this.app.kernel.platform.raw(
      `update integrations_delivery set next_at = now() where state in ('failed', 'pending') and next_at > now()`,
    );
  }
  /** Seconds for which the connection rests after its last call, or else its next lead waits. */
  async pause(id: number): Promise<number> {
    const { rows } = (await this.app.kernel.platform.raw(
      `select extract(epoch from coalesce(c.rest_until, (select min(next_at) from integrations_delivery where connection_id = c.id)) - c.last_at)::float as s
       from integrations_connection c where id = ?`,
      [id],
    )) as { rows: [{ s: number }] };
    return rows[0].s;
  }
  /** Somebody asks to be erased, and the other systems are asked to. */
  async erase(lead: string, email: string): Promise<void> {
    await this.app.inside(this.client.tenant, 'integrations', (ctx) =>
      deliveryData.erase(ctx, { leads: [lead], emails: [email], keys: [] }, 7),
    );
    await this.app.tick('integrations.erase');
    await this.app.settle();
  }
  async erasures(): Promise<{ state: string; response: string }[]> {
    return (await this.app.call('GET', '/api/integrations/erasures', this.client)).body.data as { state: string; response: string }[];
  }
  /** Nothing is connected any more, and nobody has used up a limit. */
  async clear(): Promise<void> {
    await this.app.kernel.platform('integrations_connection').delete();
    await this.app.kernel.platform('integrations_erasure').delete();
    await this.app.kernel.platform('core_rate').delete();
    await this.app.asOwner('delete from integrations_turn');
  }
}
