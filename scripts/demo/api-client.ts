import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../ui/src/api/schema.gen.ts';

export type Api = Client<paths>;

/** A person using the product through its typed API. */
export async function signIn(baseUrl: string, username: string, password: string): Promise<Api> {
  const visitor = createClient<paths>({ baseUrl });
  const { access_token: token } = answerOf(await visitor.POST('/api/login', { body: { username, password } }));
  if (!token) throw new Error(`${username} is asked for a second factor`);
  return apiAs(baseUrl, token);
}

/** The same with a token at hand. */
export const apiAs = (baseUrl: string, token: string): Api =>
  createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

/** The answer of a call; throws with the product's words when it refused. */
export function answerOf<D>(result: { data?: D; error?: unknown; response: Response }): D {
  if (result.data !== undefined) return result.data;
  throw new Error(`${result.response.url} answered ${result.response.status}: ${JSON.stringify(result.error)}`);
}
