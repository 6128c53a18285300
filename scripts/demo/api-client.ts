import { setTimeout } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../ui/src/api/schema.gen.ts';

export type Api = Client<paths>;

const TRIES = 10;

/** A busy machine answers 503 and when to ask again; such a call did nothing. */
async function patientFetch(request: Request): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(request.clone());
    if (response.status !== 503 || tried === TRIES) return response;
    await setTimeout(Number(response.headers.get('retry-after') ?? 2) * 1_000);
  }
}

/** A person using the product through its typed API. */
export async function signIn(baseUrl: string, username: string, password: string): Promise<Api> {
  const visitor = createClient<paths>({ baseUrl, fetch: patientFetch });
  const { access_token: token, challenge } = answerOf(await visitor.POST('/api/login', { body: { username, password } }));
  if (token) return apiAs(baseUrl, token);
  const body = { email: username, code: await mailedCode(baseUrl, username), ...(challenge ? { challenge } : {}) };
  return apiAs(baseUrl, answerOf(await visitor.POST('/api/verifylogin', { body })).rows.access_token);
}

/** The code in the newest letter to somebody, whose password was given and who signs in for the first time. */
async function mailedCode(baseUrl: string, to: string): Promise<string> {
  const letters = (await (await fetch(`${baseUrl}/dev/mail?json`)).json()) as { recipient: string; body: string }[];
  const code = letters.filter(({ recipient }) => recipient === to).flatMap(({ body }) => /\b(\d{6})\b/.exec(body)?.[1] ?? [])[0];
  if (!code) throw new Error(`${to} is asked for a code that no letter at /dev/mail holds; start the demo without a mail server`);
  return code;
}

/** The same with a token at hand. */
export const apiAs = (baseUrl: string, token: string): Api =>
  createClient<paths>({ baseUrl, fetch: patientFetch, headers: { authorization: `Bearer ${token}` } });

/** The answer of a call; throws with the product's words when it refused. */
export function answerOf<D>(result: { data?: D; error?: unknown; response: Response }): D {
  if (result.data !== undefined) return result.data;
  throw new Error(`${result.response.url} answered ${result.response.status}: ${JSON.stringify(result.error)}`);
}
