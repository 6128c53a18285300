import {
  type ConnectorClient,
  type ConnectorResponse,
  defineService,
  NotAccepted,
  objectIn,
  outcomeOf,
  type Refused,
  T,
  waitAskedFor,
} from '../../../core/contract.ts';

export const HOST = 'services.leadconnectorhq.com';

/** What the process sets: the version of the API that every call names. */
export const GoHighLevel = defineService<{ version: string }>('gohighlevel');

export const Auth = T.Object({
  location: T.String({ pattern: '^[A-Za-z0-9]{8,40}$', title: 'connector-gohighlevel.location' }),
  token: T.String({ minLength: 10, maxLength: 1_000, pattern: '^[\\x21-\\x7e]+$', title: 'connector-gohighlevel.token' }),
  tag: T.Optional(T.String({ maxLength: 100, title: 'connector-gohighlevel.tag' })),
});
export type Client = ConnectorClient<typeof Auth>;

/** Makes a call, whatever comes of it. */
export const call = (
  { auth, http, service }: Client,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  json?: object,
): Promise<ConnectorResponse> =>
  http({
    method,
    url: `https://${HOST}${path}`,
    headers: { authorization: `Bearer ${auth.token}`, version: service(GoHighLevel).version, accept: 'application/json' },
    ...(json ? { json } : {}),
  });

/** The JSON of what was accepted; ends the action with what any other answer means. */
export async function ask(client: Client, method: 'GET' | 'POST', path: string, json?: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await call(client, method, path, json);
  if (outcomeOf(response).ok) return objectIn(response.text);
  throw new NotAccepted(refusalOf(response));
}

/** Seconds until the daily limit is asked about again; the vendor does not say when its day ends. */
const DAILY_LIMIT_WAIT = 3_600;

/** What an answer that is no success means. A missing scope and a wrong token share a status, and are told apart by the vendor's words. */
export function refusalOf(response: ConnectorResponse): Refused {
  const { status, headers } = response;
  const { message, error, traceId } = objectIn(response.text);
  const words = [message ?? error ?? response.text].flat().join('; ').slice(0, 180);
  const note = [`HTTP ${status}`, words, typeof traceId === 'string' ? `trace ${traceId}` : ''].filter(Boolean).join(' · ');
  if (status === 401)
    return /scope/i.test(words)
      ? { ok: false, then: 'reauthorise', remedy: 'connector-gohighlevel.remedy.scope', note }
      : { ok: false, then: 'reauthorise', remedy: 'connector-gohighlevel.remedy.token', note };
  if (status === 403) return { ok: false, then: 'reauthorise', remedy: 'connector-gohighlevel.remedy.location', field: 'location', note };
  if (status === 429) return { ok: false, then: 'retry', after: waitAskedFor(response) ?? waitOf(headers), note };
  const usual = outcomeOf(response) as Refused;
  return { ...usual, note };
}

/** Seconds until the limit that was reached begins anew. */
function waitOf(headers: Readonly<Record<string, string>>): number {
  if (headers['x-ratelimit-daily-remaining'] === '0') return DAILY_LIMIT_WAIT;
  const milliseconds = Number(headers['x-ratelimit-interval-milliseconds']);
  return milliseconds > 0 ? Math.ceil(milliseconds / 1_000) : 10;
}
