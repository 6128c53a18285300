import {
  type ConnectorClient,
  type ConnectorResponse,
  NotAccepted,
  objectIn,
  outcomeOf,
  type Refused,
  T,
  waitAskedFor,
} from '../../../core/contract.ts';

export const HOST = 'api.sendgrid.com';

export const Auth = T.Object({
  key: T.String({ minLength: 10, maxLength: 200, pattern: '^[\\x21-\\x7e]+$', title: 'connector-sendgrid.key' }),
  list: T.Optional(T.String({ maxLength: 100, title: 'connector-sendgrid.list' })),
});
export type Client = ConnectorClient<typeof Auth>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Makes a call, whatever comes of it; `path` begins below `/v3`. */
export const call = ({ auth, http }: Client, method: Method, path: string, json?: object): Promise<ConnectorResponse> =>
  http({ method, url: `https://${HOST}/v3${path}`, headers: { authorization: `Bearer ${auth.key}` }, ...(json ? { json } : {}) });

/** The JSON of what was accepted; ends the action with what any other answer means. */
export async function ask(client: Client, method: Method, path: string, json?: object): Promise<Readonly<Record<string, unknown>>> {
  return accept(await call(client, method, path, json));
}

/** The same of an answer that is there. */
export function accept(response: ConnectorResponse): Readonly<Record<string, unknown>> {
  if (outcomeOf(response).ok) return objectIn(response.text);
  throw new NotAccepted(refusalOf(response));
}

/** What an answer that is no success means. */
function refusalOf(response: ConnectorResponse): Refused {
  const { status, headers, at } = response;
  const note = `HTTP ${status}: ${wordsOf(response.text)}`;
  if (status === 401) return { ok: false, then: 'reauthorise', remedy: 'connector-sendgrid.remedy.key', note };
  if (status === 403) return { ok: false, then: 'reauthorise', remedy: 'connector-sendgrid.remedy.access', note };
  if (status === 429) {
    const reset = Number(headers['x-ratelimit-reset']) * 1_000;
    const after = waitAskedFor(response) ?? (reset > at ? Math.ceil((reset - at) / 1_000) : 1);
    return { ok: false, then: 'retry', after: Math.min(after, 3_600), note };
  }
  return { ...(outcomeOf(response) as Refused), note };
}

/** What stands in `errors`, or the whole answer where there are none. */
function wordsOf(text: string): string {
  const { errors } = objectIn(text);
  const words = (Array.isArray(errors) ? (errors as { message?: string; field?: string | null }[]) : []).map(({ message = '', field }) =>
    field ? `${field}: ${message}` : message,
  );
  return (words.join('; ') || text).slice(0, 180);
}
