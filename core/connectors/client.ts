import type { ConnectorClient, ConnectorDef, ConnectorRequest, ConnectorResponse, Log } from '../contract.ts';
import { type Outside, checkedUrl } from './egress-check.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What one run of a connector sees: its credentials and a guarded HTTP client. */
export function connectorClient(
  outside: Outside & { log: Log; now: () => number },
  connector: ConnectorDef,
  auth: Record<string, unknown>,
  deliveryId: string,
): ConnectorClient<any> {
  return {
    auth,
    deliveryId,
    log: outside.log,
    now: outside.now(),
    async http(request): Promise<ConnectorResponse> {
      const url = checkedUrl(outside, connector, auth, request.url);
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
  };
}

function bodyOf(request: ConnectorRequest): { body?: string; type?: string } {
  if (request.body !== undefined) return { body: request.body, type: JSON_TYPE };
  if (request.form) return { body: new URLSearchParams(request.form).toString(), type: FORM_TYPE };
  return request.json === undefined ? {} : { body: JSON.stringify(request.json), type: JSON_TYPE };
}
