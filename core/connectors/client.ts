import {
  type ConnectorClient,
  type ConnectorRequest,
  type ConnectorResponse,
  type ConnectorRun,
  type Log,
  NotAccepted,
} from '../contract.ts';
import { type Outside, checkedUrl } from './egress-check.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Of what a step answers, in characters of JSON. */
const LONGEST_STEP = 4_000;

/** What one run of a connector sees: its credentials and a guarded HTTP client. */
export function connectorClient(outside: Outside & { log: Log; now: () => number }, run: ConnectorRun): ConnectorClient {
  const { connector, auth, deliveryId, token = '', turn, steps, what } = run;
  return {
    auth,
    token,
    fields: typeof what === 'object' && 'action' in what ? (what.fields ?? {}) : {},
    deliveryId,
    log: outside.log,
    now: outside.now(),
    async http(request): Promise<ConnectorResponse> {
      const url = checkedUrl(outside, connector, auth, request.url);
      const after = (await turn?.()) ?? 0;
      if (after > 0) throw new NotAccepted({ ok: false, then: 'retry', after, paced: true, note: 'core.connectors.paced' });
      const { body, type } = bodyOf(request);
      const headers = { ...(type ? { 'content-type': type } : {}), ...request.headers };
      const answer = await outside.egress.fetch({
        method: request.method,
        url: url.href,
        headers,
        ...(body === undefined ? {} : { body }),
      });
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

function bodyOf(request: ConnectorRequest): { body?: string; type?: string } {
  if (request.body !== undefined) return { body: request.body, type: JSON_TYPE };
  if (request.form) return { body: new URLSearchParams(request.form).toString(), type: FORM_TYPE };
  return request.json === undefined ? {} : { body: JSON.stringify(request.json), type: JSON_TYPE };
}
