import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GoogleKeys } from './google.ts';
import { Refused, SheetsFake } from './sheets.fake.ts';

interface Grant {
  email: string;
  scope: string;
  challenge: string;
  redirectUri: string;
}
/** An answer that stands in for the real one, once: a status, or a broken connection before or after Google did what was asked. */
export type Mishap = { status: number; headers?: Record<string, string>; body?: object } | 'reset-before' | 'reset-after';

/** Plays Google: its consent page, tokens, files and spreadsheets, over HTTP on loopback. */
export class GoogleFake {
  /** Who is signed in at Google in the browser; null: says no. */
  person: string | null = 'agency@google.example';
  /** As it is registered. */
  redirectUri = 'http://localhost/oauth/google';
  /** What the person lets the platform do. */
  scope = 'https://www.googleapis.com/auth/drive.file';
  readonly sheets = new SheetsFake();
  /** Method and path of each call, in order. */
  readonly calls: string[] = [];
  /** Called before a call is answered, with its method and path. */
  onCall: ((call: string) => Promise<void>) | null = null;
  /** Called when Google has done what was asked, before it says so. */
  onDone: ((call: string) => Promise<void>) | null = null;
  /** Called with the status of each answer. */
  onAnswer: ((call: string, status: number) => void) | null = null;
  /** The next call that was held back is lost. */
  drops = false;
  readonly #mishaps: { pattern: RegExp; mishap: Mishap }[] = [];
  readonly #codes = new Map<string, Grant>();
  readonly #refresh = new Map<string, string>();
  readonly #access = new Map<string, { email: string; refresh: string }>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(port = 0): Promise<GoogleFake> {
    const server = createServer();
    const fake = new GoogleFake(server);
    server.on('request', (request, response) => void fake.#serve(request, response));
    await new Promise<void>((done) => server.listen(port, 'localhost', done));
    return fake;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }
  get keys(): GoogleKeys {
    return {
      clientId: 'client.apps.example',
      clientSecret: 'fake-client-secret',
      redirectUri: this.redirectUri,
      apiBase: `http://${this.host}`,
    };
  }

  /** The next call whose method and path fit ends otherwise. */
  mishap(pattern: RegExp, ...mishaps: Mishap[]): void {
    for (const mishap of mishaps) this.#mishaps.push({ pattern, mishap });
  }
  /** Takes back what a person allowed, as they do on Google's own page. */
  withdraw(email: string): void {
    for (const [token, owner] of this.#refresh) if (owner === email) this.#refresh.delete(token);
    for (const [token, { refresh }] of this.#access) if (!this.#refresh.has(refresh)) this.#access.delete(token);
  }
  /** Ends all access tokens, as an hour does; refresh tokens stay. */
  expire(): void {
    this.#access.clear();
  }
  /** All tokens that were ever given, to look for where they must not be. */
  readonly given: string[] = [];
  get grants(): number {
    return this.#refresh.size;
  }
  reset(): void {
    this.#mishaps.length = 0;
    this.calls.length = 0;
    this.onCall = null;
    this.onDone = null;
    this.onAnswer = null;
    this.drops = false;
    this.person = 'agency@google.example';
    this.scope = 'https://www.googleapis.com/auth/drive.file';
    this.sheets.files.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', `http://${this.host}`);
    const call = `${request.method} ${url.pathname}`;
    const body = await bodyOf(request);
    this.calls.push(call);
    await this.onCall?.(call);
    if (this.drops) {
      this.drops = false;
      return void request.socket.destroy();
    }
    const at = this.#mishaps.findIndex(({ pattern }) => pattern.test(call));
    const mishap = at < 0 ? null : this.#mishaps.splice(at, 1)[0]!.mishap;
    if (mishap === 'reset-before') return void request.socket.resetAndDestroy();
    if (mishap && mishap !== 'reset-after') return json(response, mishap.status, mishap.body ?? {}, mishap.headers);
    try {
      const answer = this.#answer(request, url, body);
      await this.onDone?.(call);
      if (mishap === 'reset-after') return void request.socket.resetAndDestroy();
      if ('location' in answer) return void response.writeHead(302, { location: String(answer.location) }).end();
      this.onAnswer?.(call, 200);
      json(response, 200, answer);
    } catch (error) {
      const { status, body: said } = error instanceof Refused ? error : new Refused(500, String(error));
      this.onAnswer?.(call, status);
      json(response, status, said);
    }
  }

  #answer(request: IncomingMessage, url: URL, body: string): Record<string, unknown> {
    const { pathname } = url;
    if (pathname === '/o/oauth2/v2/auth') return { location: this.#consent(url.searchParams) };
    if (pathname === '/token') return this.#token(new URLSearchParams(body));
    if (pathname === '/revoke') {
      const token = new URLSearchParams(body || url.search).get('token') ?? '';
      const email = this.#refresh.get(token);
      if (!email) throw new Refused(400, { error: 'invalid_token' });
      this.withdraw(email);
      return {};
    }
    const holder = this.#access.get(String(request.headers.authorization).replace('Bearer ', ''));
    if (!holder) throw new Refused(401, 'Request had invalid authentication credentials.', 'UNAUTHENTICATED');
    if (pathname === '/drive/v3/about') return { user: { emailAddress: holder.email } };
    return this.sheets.answer(holder.email, request.method ?? 'GET', url, body ? (JSON.parse(body) as Record<string, unknown>) : {});
  }

  #consent(query: URLSearchParams): string {
    const back = new URL(query.get('redirect_uri') ?? '');
    if (query.get('client_id') !== this.keys.clientId || back.href !== this.keys.redirectUri)
      throw new Refused(400, 'redirect_uri_mismatch');
    if (query.get('code_challenge_method') !== 'S256' || query.get('response_type') !== 'code') throw new Refused(400, 'invalid_request');
    back.searchParams.set('state', query.get('state') ?? '');
    if (this.person === null) back.searchParams.set('error', 'access_denied');
    else {
      const code = `4/${randomUUID()}`;
      const challenge = query.get('code_challenge') ?? '';
      this.#codes.set(code, { email: this.person, scope: this.scope, challenge, redirectUri: back.origin + back.pathname });
      back.searchParams.set('code', code);
    }
    return back.href;
  }

  #token(form: URLSearchParams): Record<string, unknown> {
    if (form.get('client_secret') !== this.keys.clientSecret) throw new Refused(401, { error: 'invalid_client' });
    if (form.get('grant_type') === 'refresh_token') {
      const refresh = form.get('refresh_token') ?? '';
      const email = this.#refresh.get(refresh);
      if (!email) throw new Refused(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' });
      return { access_token: this.#accessFor(email, refresh), expires_in: 3599, token_type: 'Bearer' };
    }
    const code = form.get('code') ?? '';
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      throw new Refused(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' });
    const refresh = `1//${randomUUID()}`;
    this.#refresh.set(refresh, grant.email);
    this.given.push(refresh);
    const access_token = this.#accessFor(grant.email, refresh);
    return { access_token, refresh_token: refresh, expires_in: 3599, scope: grant.scope, token_type: 'Bearer' };
  }

  #accessFor(email: string, refresh: string): string {
    const token = `ya29.${randomUUID()}`;
    this.#access.set(token, { email, refresh });
    this.given.push(token);
    return token;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
