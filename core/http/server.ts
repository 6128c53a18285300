import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Owned } from '../boot/registry.ts';
import type { RawKernel, RawRouteDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import type { Connections } from './connections.ts';
import { isAborted } from './errors.ts';
import { type Limits, networkOf } from './limits.ts';
import { Places } from './concurrency-limit.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Raw routes first, then everything else. A raw handler that throws answers 503 and nothing more. Callers of one network, and all of the
 * web role together, have so many requests at a time; further ones are refused before anything is done for them.
 */
export function dispatcher(
  kernel: Kernel,
  rawKernel: RawKernel,
  raw: readonly Owned<RawRouteDef>[],
  app: Handler | null,
  limits: Limits,
): Handler {
  const ofNetwork = new Places(limits.requestsOfNetwork);
  const ofWeb = new Places(Number.POSITIVE_INFINITY, limits.webRequests);
  const exact = new Map<string, RawRouteDef>();
  const prefixes: [string, RawRouteDef][] = [];
  for (const { def } of raw) {
    if (def.path.endsWith('*')) prefixes.push([`${def.method} ${def.path.slice(0, -1)}`, def]);
    else exact.set(`${def.method} ${def.path}`, def);
  }
  return (request, response) => {
    const url = request.url ?? '/';
    const cut = url.indexOf('?');
    const key = `${request.method} ${cut === -1 ? url : url.slice(0, cut)}`;
    const found = exact.get(key) ?? prefixes.find(([prefix]) => key.startsWith(prefix))?.[1];
    const places = found?.ownLimits ? [] : [ofNetwork.take(networkOf(rawKernel.clientIp(request)))];
    if (places.length > 0 && found?.role !== 'collect') places.push(ofWeb.take(''));
    response.once('close', () => places.forEach((free) => free?.()));
    if (places.includes(null)) return refuseBusy(response, places[0] === null ? 429 : 503, found?.refused);
    if (!found) return app ? app(request, response) : response.writeHead(404).end();
    return Promise.resolve()
      .then(() => found.handle(rawKernel, request, response))
      .catch((error: unknown) => {
        if (isAborted(request)) return;
        kernel.log.error({ path: found.path, error: String(error) }, 'raw route failed');
        if (!response.headersSent) response.writeHead(503, { ...found.refused, 'retry-after': '2' });
        response.end();
      });
  };
}

/** Refuses a request for which nothing was done yet; its body, if any, is not waited for. */
function refuseBusy(response: ServerResponse, status: 429 | 503, headers: RawRouteDef['refused'] = {}): void {
  const code = status === 429 ? 'core.problem.too-many' : 'core.problem.unavailable';
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'application/problem+json',
      'retry-after': '2',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(JSON.stringify({ type: 'about:blank', title: 'Busy', status, detail: 'Too many requests at once. Please try again.', code }));
}

/** Listens; port 0 picks a free one. Answers the port. Time limits are looked at every second, and also hold for slow readers. */
export async function listen(
  handler: Handler,
  port: number,
  host: string,
  connections?: Connections,
): Promise<{ server: Server; port: number }> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => void handler(request, response),
  );
  server.timeout = 120_000;
  connections?.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Stops accepting, lets what is under way finish, and cuts what still hangs after the deadline. */
export async function close(server: Server, deadlineMs: number): Promise<void> {
  const done = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), deadlineMs);
  await done;
  clearTimeout(timer);
}
