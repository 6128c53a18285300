import {
  type ConnectorClient,
  type ConnectorRequest,
  type ConnectorResponse,
  type ConnectorRun,
  type EgressRequest,
  type Log,
  NotAccepted,
  type Service,
} from '../contract.ts';
import { type Outside, checkedUrl } from './egress-check.ts';
import { nameOf } from './error-name.ts';
import { redacted } from './redact.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Of what a step answers, in characters of JSON. */
const LONGEST_STEP = 4_000;
/** Of a text that is shown to whoever tries a connector. */
const LONGEST_TRACED = 4_000;

/** What running a connector takes of the process. */
export interface RunContext extends Outside {
  log: Log;
  now: () => number;
  service: <K>(service: Service<K>) => K | null;
}

/** What one run of a connector sees: its credentials and a guarded HTTP client. */
export function connectorClient(outside: RunContext, run: ConnectorRun): ConnectorClient {
  const { connector, auth, before = {}, deliveryId, token = '', turn, steps, what } = run;
  const { fields = {}, payload = null } = typeof what === 'object' && 'action' in what ? what : {};
  return {
    auth,
    before,
    token,
    fields,
    payload,
    deliveryId,
    service(service) {
      const access = service.id === connector.service?.id ? outside.service(service) : null;
      if (!access) throw new NotAccepted({ ok: false, then: 'hold', note: 'core.connectors.not-set-up' });
      return access;
    },
    log: outside.log,
    now: outside.now(),
    async http(request): Promise<ConnectorResponse> {
      const url = checkedUrl(outside, connector, auth, request.url);
      const after = (await turn?.()) ?? 0;
      if (after > 0) throw new NotAccepted({ ok: false, then: 'retry', after, paced: true, note: 'core.connectors.paced' });
      const { body, type } = bodyOf(request);
      const headers = { ...(type ? { 'content-type': type } : {}), ...request.headers };
      const sent = { method: request.method, url: url.href, headers, ...(body === undefined ? {} : { body }) };
      const seen = tracer(run, sent);
      const answer = await outside.egress.fetch(sent).catch((error: unknown) => {
        seen(null, nameOf(error));
        throw error;
      });
      seen(answer.status, answer.body);
      return { status: answer.status, headers: answer.headers, text: answer.body, at: outside.now() };
    },
    async step(name, work) {
      if (steps && Object.hasOwn(steps.done, name)) return steps.done[name] as Awaited<ReturnType<typeof work>>;
      const value = await work(`${deliveryId}-${name}`);
      if (JSON.stringify(value).length > LONGEST_STEP) throw new Error(`step "${name}" answers too much to be kept`);
      await steps?.keep(name, value);
      return value;
    },
  };
}

/** Tells whoever watches of a call, without the secrets of the connection, however they are written. */
function tracer(
  { trace, connector, auth, token = '' }: ConnectorRun,
  sent: EgressRequest,
): (status: number | null, answer: string) => void {
  if (!trace) return () => undefined;
  const secrets = [...connector.auth.secret.flatMap((field) => (typeof auth[field] === 'string' ? [auth[field]] : [])), token];
  const shown = (text: string): string => redacted(text, secrets).slice(0, LONGEST_TRACED);
  const headers = Object.entries(sent.headers ?? {}).map(([name, value]) => [
    name,
    // What stands behind the scheme is a secret even where it was put together of several fields.
    name.toLowerCase() === 'authorization' ? `${value.split(' ')[0]} •••` : shown(value),
  ]);
  return (status, answer) =>
    trace({
      method: sent.method,
      url: shown(sent.url),
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: shown(sent.body ?? ''),
      status,
      answer: shown(answer),
    });
}

function bodyOf(request: ConnectorRequest): { body?: string; type?: string } {
  if (request.body !== undefined) return { body: request.body, type: JSON_TYPE };
  if (request.form) return { body: new URLSearchParams(request.form).toString(), type: FORM_TYPE };
  return request.json === undefined ? {} : { body: JSON.stringify(request.json), type: JSON_TYPE };
}
