import { randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import { type Credentials, Tokens } from './credentials.ts';
import type { paths } from './schema.gen.ts';

export { type Credentials, TokenError } from './credentials.ts';
export { verifyWebhook, type WebhookEvent } from './webhooks.ts';
export type { paths };
export type Api = Client<paths>;

export interface Options extends Credentials {
  /** Further tries of a call that was answered 429 or 503, each after the time that the answer asks for. Default 2. */
  retries?: number;
  fetch?: typeof fetch;
}

/**
 * The API of one key: `api.GET('/v1/leads')`. It gets and renews tokens by itself, waits where calls are too many, and gives every POST an
 * `Idempotency-Key`, so that what is sent again is done once.
 */
export function createApi({ retries = 2, fetch: send = globalThis.fetch, ...credentials }: Options): Api {
  const tokens = new Tokens(credentials, send);
  const call = async (request: Request): Promise<Response> => {
    if (request.method === 'POST' && !request.headers.has('idempotency-key')) request.headers.set('idempotency-key', randomUUID());
    for (let left = retries, renewed = false; ;) {
      const attempt = request.clone();
      attempt.headers.set('authorization', `Bearer ${await tokens.get()}`);
      const response = await send(attempt);
      if (response.status === 401 && !renewed) {
        renewed = true;
        tokens.forget();
      } else if ((response.status === 429 || response.status === 503) && left > 0) {
        left -= 1;
        await pause(Number(response.headers.get('retry-after') ?? 1));
      } else return response;
    }
  };
  return createClient<paths>({ baseUrl: credentials.baseUrl, fetch: call });
}

const pause = (seconds: number): Promise<void> => new Promise((go) => setTimeout(go, Math.min(Math.max(seconds, 0), 120) * 1000));

interface Page<R> {
  data: R[];
  next_cursor: string | null;
}

/**
 * Every row of a list, page by page: `for await (const lead of rowsOf((cursor) => api.GET('/v1/leads', { params: { query: { cursor } } })))`.
 * Throws what a page was refused with.
 */
export async function* rowsOf<R>(page: (cursor?: string) => Promise<{ data?: Page<R>; error?: unknown }>): AsyncGenerator<R> {
  let cursor: string | undefined;
  do {
    const { data, error } = await page(cursor);
    if (!data) throw error;
    yield* data.data;
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
