import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  accepted,
  type ConnectorDef,
  defineConnector,
  defineService,
  type OAuthKeys,
  outcomeOf,
  type Plugin,
  T,
} from '../../../core/contract.ts';
import { connectorPlugin, LeadInput, NewLead } from './contract.ts';

interface Contact {
  id: string;
  email: string;
  tags: string[];
}
interface Call {
  what: string;
  token: string;
  key: string;
  body: Record<string, unknown>;
}

/** Plays a CRM that people sign in to: authorization with PKCE, refresh tokens that are good for one use, contacts and tags. */
export class CrmFake {
  /** Who says yes in the browser; false: says no. */
  agrees = true;
  /** Takes calls without a token. */
  open = false;
  /** Seconds for which an access token is good. */
  lifetime = 3_600;
  readonly calls: Call[] = [];
  readonly contacts = new Map<string, Contact>();
  /** By method and path, statuses that stand in for the next answers. */
  readonly mishaps = new Map<string, number[]>();
  /** Called when a call has arrived, before it is answered. */
  onCall: ((what: string) => Promise<void>) | null = null;
  readonly #codes = new Map<string, { challenge: string; redirectUri: string }>();
  readonly #refresh = new Set<string>();
  readonly #access = new Set<string>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<CrmFake> {
    const server = createServer();
    const fake = new CrmFake(server);
    server.on('request', (request, response) => void fake.#serve(request, response));
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    return fake;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }
  get origin(): string {
    return `http://${this.host}`;
  }
  readonly keys: OAuthKeys = {
    clientId: 'crm-client',
    clientSecret: 'crm-client-secret',
    redirectUri: 'http://localhost/oauth/connection',
  };

  /** Ends access tokens before their time; refresh tokens stay. */
  expire(): void {
    this.#access.clear();
  }
  /** Takes back what the person allowed. */
  withdraw(): void {
    this.#access.clear();
    this.#refresh.clear();
  }
  get grants(): number {
    return this.#refresh.size;
  }
  reset(): void {
    this.calls.length = 0;
    this.contacts.clear();
    this.mishaps.clear();
    this.onCall = null;
    this.agrees = true;
    this.open = false;
    this.lifetime = 3_600;
    this.withdraw();
  }
  count(what: string): number {
    return this.calls.filter((call) => call.what === what).length;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin);
    const what = `${request.method} ${url.pathname.replace(/(?<=\/contacts\/).*/, ':id')}`;
    const body = await bodyOf(request);
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    this.calls.push({ what, token, key: String(request.headers['idempotency-key'] ?? ''), body });
    await this.onCall?.(what);
    const mishap = this.mishaps.get(what)?.shift();
    if (mishap) return json(response, mishap, { error: 'mishap' });
    if (url.pathname === '/authorize') return this.#authorize(url, response);
    if (url.pathname === '/token') return this.#token(body, response);
    if (url.pathname === '/revoke') {
      this.#refresh.delete(String(body['token']));
      return json(response, 200, {});
    }
    if (!this.open && !this.#access.has(token)) return json(response, 401, { error: 'no such token' });
    const [, , id = ''] = url.pathname.split('/');
    if (what === 'POST /contacts') {
      const contact = { id: `c-${this.contacts.size + 1}`, email: String(body['email']), tags: body['tag'] ? [String(body['tag'])] : [] };
      this.contacts.set(contact.id, contact);
      return json(response, 201, { id: contact.id });
    }
    if (what === 'DELETE /contacts/:id') return json(response, this.contacts.delete(id) ? 200 : 404, {});
    return json(response, 200, { id: 't-1' });
  }

  #authorize({ searchParams: asked }: URL, response: ServerResponse): void {
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('state', asked.get('state')!);
    if (this.agrees) {
      const code = randomUUID();
      this.#codes.set(code, { challenge: asked.get('code_challenge')!, redirectUri: back.origin + back.pathname });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    response.writeHead(302, { location: back.href }).end();
  }

  #token(body: Record<string, unknown>, response: ServerResponse): void {
    const refused = (error: string, status = 400): void => json(response, status, { error });
    if (body['client_id'] !== this.keys.clientId || body['client_secret'] !== this.keys.clientSecret) return refused('invalid_client', 401);
    if (body['grant_type'] === 'authorization_code') {
      const code = this.#codes.get(String(body['code']));
      this.#codes.delete(String(body['code']));
      const challenge = createHash('sha256').update(String(body['code_verifier'])).digest('base64url');
      if (!code || code.challenge !== challenge || code.redirectUri !== body['redirect_uri']) return refused('invalid_grant');
    } else if (!this.#refresh.delete(String(body['refresh_token']))) return refused('invalid_grant');
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.#access.add(access);
    this.#refresh.add(refresh);
    json(response, 200, {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: this.lifetime,
      account: 'acc-7',
    });
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  if (!text) return {};
  return request.headers['content-type']?.includes('json')
    ? (JSON.parse(text) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(text));
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const Auth = T.Object({
  list: T.String({ maxLength: 60, title: 'connector-crm.list' }),
  account: T.String({ title: 'connector-crm.account' }),
});

/** A connector to it: signed in to, two calls for a lead, and able to erase. */
export const crmConnector = (crm: CrmFake, more: Partial<ConnectorDef<typeof Auth>> = {}): ConnectorDef => {
  const as = (token: string, key?: string) => ({ authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) });
  return {
    ...defineConnector({
      id: 'connector-crm.contacts',
      version: 1,
      title: 'CRM',
      summary: 'connector-crm.summary',
      egress: ['api.crm.example'],
      auth: {
        fields: Auth,
        secret: [],
        oauth: {
          service: defineService<OAuthKeys>('crm'),
          authorize: `${crm.origin}/authorize`,
          token: `${crm.origin}/token`,
          revoke: `${crm.origin}/revoke`,
          scopes: ['contacts.write'],
          params: { prompt: 'consent' },
          gives: { account: (answer) => String(answer['account']) },
        },
      },
      test: async ({ http, token }) => outcomeOf(await http({ method: 'GET', url: `${crm.origin}/me`, headers: as(token) })),
      async erase({ http, token }, { refs }) {
        for (const ref of refs) {
          const answer = await http({ method: 'DELETE', url: `${crm.origin}/contacts/${ref}`, headers: as(token) });
          if (answer.status !== 404) accepted(answer);
        }
        return { ok: true, note: `erased ${refs.length}` };
      },
      actions: {
        add: {
          title: 'connector-crm.add',
          on: NewLead,
          input: T.Pick(LeadInput, ['email']),
          async run({ auth, http, step, token }, { email }) {
            const post = async (path: string, key: string, body: object) =>
              accepted(await http({ method: 'POST', url: `${crm.origin}${path}`, headers: as(token, key), json: body }));
            // What is not there by this name was renamed or deleted by somebody.
            if (auth.list === 'gone') return { ok: false, then: 'hold', remedy: 'connector-crm.remedy.list', note: 'no such list' };
            const tag = await step('tag', async (key) => String((await post('/tags', key, { name: auth.list }))['id']));
            const contact = await step('contact', async (key) => String((await post('/contacts', key, { email, tag }))['id']));
            await step('note', async (key) => Boolean(await post('/notes', key, { contact })));
            return { ok: true, ref: contact, note: 'added' };
          },
        },
      },
    }),
    ...more,
  };
};

export const crmPlugin = (connector: ConnectorDef): Plugin =>
  connectorPlugin(connector, {
    version: '1.0.0',
    locales: { en: new URL('./crm.fake.en.json', import.meta.url), ar: new URL('./crm.fake.en.json', import.meta.url) },
  });
