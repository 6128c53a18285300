import type * as Library from 'oauth4webapi';
import {
  conflict,
  type ConnectorDef,
  type ConnectorOAuth,
  type Ctx,
  type OAuthKeys,
  outcomeOf,
  Problem,
  type Refused,
  type Tokens,
} from '../contract.ts';
import { type Outside, checkedUrl } from './egress-check.ts';
import { nameOf } from './error-name.ts';
import { redacted } from './redact.ts';

/** Who asks whom for tokens, and how. */
interface Party {
  as: Library.AuthorizationServer;
  client: Library.Client;
  proof: Library.ClientAuth;
  keys: OAuthKeys;
  options: Library.TokenEndpointRequestOptions;
}

/** Refusals of the token endpoint that a person can mend by authorising again (RFC 6749, 5.2). */
const PERSON_MENDS = new Set(['invalid_grant', 'access_denied', 'invalid_scope', 'interaction_required']);

/** Signing in at other systems, for one call of the platform. The library is read when it is first needed. */
export class OAuth {
  readonly #outside: Outside;
  readonly #ctx: Pick<Ctx, 'service' | 'log'> & { now: () => number };
  constructor(outside: Outside, ctx: Pick<Ctx, 'service' | 'log'> & { now: () => number }) {
    this.#outside = outside;
    this.#ctx = ctx;
  }

  async authorizeUrl(connector: ConnectorDef, { state, verifier }: { state: string; verifier: string }): Promise<string> {
    const { calculatePKCECodeChallenge } = await import('oauth4webapi');
    const { oauth, keys } = this.#registered(connector);
    const url = new URL(oauth.authorize);
    const params = {
      ...oauth.params,
      response_type: 'code',
      client_id: keys.clientId,
      redirect_uri: keys.redirectUri,
      scope: oauth.scopes.join(' '),
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    return url.href;
  }

  exchange(
    connector: ConnectorDef,
    { code, state, verifier }: { code: string; state: string; verifier: string },
  ): Promise<Tokens | Refused> {
    return this.#tokens(connector, [code, verifier], async (lib, { as, client, proof, keys, options }) => {
      const params = lib.validateAuthResponse(as, client, new URLSearchParams({ code, state }), state);
      const answer = await lib.authorizationCodeGrantRequest(as, client, proof, params, keys.redirectUri, verifier, options);
      return lib.processAuthorizationCodeResponse(as, client, answer);
    });
  }

  renew(connector: ConnectorDef, refresh: string): Promise<Tokens | Refused> {
    return this.#tokens(connector, [refresh], async (lib, { as, client, proof, options }) =>
      lib.processRefreshTokenResponse(as, client, await lib.refreshTokenGrantRequest(as, client, proof, refresh, options)),
    );
  }

  async revoke(connector: ConnectorDef, token: string): Promise<boolean> {
    try {
      const lib = await import('oauth4webapi');
      const { as, client, proof, options } = this.#party(lib, connector);
      if (!as.revocation_endpoint) return false;
      await lib.processRevocationResponse(await lib.revocationRequest(as, client, proof, token, options));
      return true;
    } catch (error) {
      this.#ctx.log.warn({ connector: connector.id, error: nameOf(error) }, 'token not given up');
      return false;
    }
  }

  async #tokens(
    connector: ConnectorDef,
    secrets: readonly string[],
    ask: (lib: typeof Library, party: Party) => Promise<Library.TokenEndpointResponse>,
  ): Promise<Tokens | Refused> {
    const lib = await import('oauth4webapi');
    const party = this.#party(lib, connector);
    try {
      const answer = await ask(lib, party);
      const { access_token: access, refresh_token: refresh = null, expires_in: seconds } = answer;
      const until = seconds === undefined ? null : this.#ctx.now() + seconds * 1_000;
      const gives = Object.entries(connector.auth.oauth?.gives ?? {}) as [string, (answer: object) => string][];
      return { access, refresh, until, given: Object.fromEntries(gives.map(([field, of]) => [field, of(answer)])) };
    } catch (error) {
      const refused = await refusalOf(lib, error, this.#ctx.now());
      return { ...refused, note: redacted(refused.note, [...secrets, party.keys.clientSecret]) };
    }
  }

  #registered(connector: ConnectorDef): { oauth: ConnectorOAuth; keys: OAuthKeys } {
    const oauth = connector.auth.oauth;
    const keys = oauth ? this.#ctx.service(oauth.service) : null;
    if (!oauth || !keys) throw conflict('core.connectors.unregistered', { params: { title: connector.title } });
    return { oauth, keys };
  }

  #party(lib: typeof Library, connector: ConnectorDef): Party {
    const { oauth, keys } = this.#registered(connector);
    const as: Library.AuthorizationServer = {
      issuer: new URL(oauth.token).origin,
      token_endpoint: oauth.token,
      ...(oauth.revoke ? { revocation_endpoint: oauth.revoke } : {}),
    };
    const client: Library.Client = { client_id: keys.clientId };
    const proof = oauth.client === 'basic' ? lib.ClientSecretBasic(keys.clientSecret) : lib.ClientSecretPost(keys.clientSecret);
    const options = {
      [lib.customFetch]: this.#fetchFor(connector),
      // Whether a plain address may be called is decided by `checkedUrl`.
      [lib.allowInsecureRequests]: true,
    };
    return { as, client, proof, keys, options };
  }

  #fetchFor(connector: ConnectorDef) {
    return async (address: string, init: { method: string; headers: Record<string, string>; body?: unknown }): Promise<Response> => {
      const url = checkedUrl(this.#outside, connector, {}, address);
      const answer = await this.#outside.egress.fetch({
        method: init.method as 'POST',
        url: url.href,
        headers: { ...init.headers, 'accept-encoding': 'identity' },
        ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
      });
      return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
    };
  }
}

/** What the token endpoint's refusal means for the connection. A platform that is not let in is for its operator to mend, and may pass. */
async function refusalOf(lib: typeof Library, error: unknown, now: number): Promise<Refused> {
  if (error instanceof lib.ResponseBodyError) {
    const note = [error.error, error.error_description].filter(Boolean).join(': ').slice(0, 200);
    const isBusy = error.status >= 500 || error.status === 429;
    if (isBusy) return { ok: false, then: 'retry', note };
    return { ok: false, then: PERSON_MENDS.has(error.error) ? 'reauthorise' : 'hold', note };
  }
  if (error instanceof Problem) return { ok: false, then: 'hold', note: `${error.code} (${String(error.extra['reason'] ?? '')})` };
  const answer = (error as { cause?: unknown }).cause;
  if (answer instanceof Response) {
    const text = answer.bodyUsed ? '' : await answer.text();
    const outcome = outcomeOf({ status: answer.status, headers: Object.fromEntries(answer.headers), text, at: now });
    return outcome.ok ? { ok: false, then: 'hold', note: nameOf(error) } : outcome;
  }
  return { ok: false, then: 'retry', note: `no answer: ${nameOf(error)}` };
}
