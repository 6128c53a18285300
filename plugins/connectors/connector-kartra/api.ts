import { type ConnectorClient, defineService, NotAccepted, objectIn, outcomeOf, T } from '../../../core/contract.ts';
import { brackets } from './brackets.ts';
import { isExisting, refusalOf, type Reply } from './refusals.ts';

export const HOST = 'app.kartra.com';

/** The platform's app at Kartra, which Kartra lets in after a review. */
export const Kartra = defineService<{ appId: string }>('kartra');

export const Auth = T.Object({
  key: T.String({ minLength: 4, maxLength: 200, title: 'connector-kartra.key' }),
  password: T.String({ minLength: 4, maxLength: 200, title: 'connector-kartra.password' }),
  list: T.Optional(T.String({ maxLength: 200, title: 'connector-kartra.list' })),
  tag: T.Optional(T.String({ maxLength: 200, title: 'connector-kartra.tag' })),
});
export type Client = ConnectorClient<typeof Auth>;

export type Action = Readonly<Record<string, string>>;
interface Command {
  lead?: object;
  actions: readonly Action[];
}
interface Done {
  body: Readonly<Record<string, unknown>>;
  /** The id of the lead, as far as the answer tells it. */
  ref: string;
}

/** A call that was accepted in all its parts, or null where the lead exists already and that was foreseen; anything else ends the action. */
export async function ask(client: Client, command: Command, { mayExist = false } = {}): Promise<Done | null> {
  const { auth, http, service } = client;
  const credentials = { app_id: service(Kartra).appId, api_key: auth.key, api_password: auth.password };
  const response = await http({ method: 'POST', url: `https://${HOST}/api`, form: brackets({ ...credentials, ...command }) });
  if (response.status === 429) throw new NotAccepted({ ok: false, then: 'retry', after: 1, note: 'HTTP 429: too many requests' });
  const usual = outcomeOf(response);
  if (!usual.ok) throw new NotAccepted(usual);
  const body = objectIn(response.text);
  // Every refusal is a 200; what has no status is a page for people, such as that of a maintenance.
  if (typeof body['status'] !== 'string')
    throw new NotAccepted({ ok: false, then: 'retry', note: `HTTP 200: ${response.text.slice(0, 180)}` });
  const replies = repliesIn(body);
  const refused = replies.filter(({ status }) => status.toLowerCase() !== 'success');
  if (mayExist && refused.some(isExisting)) return null;
  if (refused[0]) throw new NotAccepted(refusalOf(refused.find(({ type }) => type) ?? refused[0]));
  return { body, ref: replies.map(({ id }) => id).find(Boolean) ?? '' };
}

/** What is said of the call as a whole, and of each of its actions: a call that succeeded may hold one that did not. */
function repliesIn(body: Readonly<Record<string, unknown>>): Reply[] {
  const actions = Array.isArray(body['actions']) ? (body['actions'] as Record<string, Record<string, unknown>>[]) : [];
  return [body, ...actions.flatMap((action) => Object.values(action))]
    .filter((one) => typeof one === 'object' && one !== null)
    .map(replyOf);
}

const replyOf = ({ status = '', type = '', message = '', lead_details: lead }: Readonly<Record<string, unknown>>): Reply => ({
  status: String(status),
  type: String(type),
  message: String(message),
  id: String((lead as { id?: unknown } | undefined)?.id ?? ''),
});
