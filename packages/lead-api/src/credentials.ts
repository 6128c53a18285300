/** Of an API key, as the screen shows them when it is made. */
export interface Credentials {
  clientId: string;
  secretKey: string;
  /** `https://…/api` */
  baseUrl: string;
  /** What tokens are to be good for; all scopes of the key when left out. */
  scopes?: readonly string[];
}

/** A token could not be got; `code` is OAuth's, such as `invalid_client`. */
export class TokenError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'TokenError';
    this.status = status;
    this.code = code;
  }
}

/** A minute before its end a token is replaced, so that none ends on its way. */
const EARLY_MS = 60_000;

/** Tokens of one key: got when the first is needed, kept while they are good, and asked for once however many calls wait for one. */
export class Tokens {
  readonly #credentials: Credentials;
  readonly #fetch: typeof fetch;
  #current: Promise<{ token: string; until: number }> | null = null;

  constructor(credentials: Credentials, send: typeof fetch) {
    this.#credentials = credentials;
    this.#fetch = send;
  }

  async get(): Promise<string> {
    const { token, until } = await (this.#current ??= this.#ask());
    if (until > Date.now()) return token;
    this.forget();
    return this.get();
  }

  /** The next call gets a new one. */
  forget(): void {
    this.#current = null;
  }

  async #ask(): Promise<{ token: string; until: number }> {
    try {
      const { clientId, secretKey, baseUrl, scopes } = this.#credentials;
      const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secretKey)}`);
      const response = await this.#fetch(`${baseUrl}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(scopes ? { scope: scopes.join(' ') } : {}) }),
      });
      const answer = (await response.json()) as { access_token: string; expires_in: number; error?: string; detail?: string };
      if (!response.ok) throw new TokenError(response.status, answer.error ?? 'error', answer.detail ?? response.statusText);
      return { token: answer.access_token, until: Date.now() + answer.expires_in * 1000 - EARLY_MS };
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
