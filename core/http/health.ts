import type { Owned } from '../boot/registry.ts';
import type { RawRouteDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

const CACHE_MS = 1_000;

/** `/livez` and `/readyz`; `drain` makes the process unready before it stops. */
export function healthChecks(kernel: Kernel): { routes: Owned<RawRouteDef>[]; drain: () => void } {
  let draining = false;
  let last = { at: 0, ok: false };
  const check = async (): Promise<boolean> => {
    if (draining) return false;
    if (Date.now() - last.at < CACHE_MS) return last.ok;
    const ok = await kernel.platform
      .raw('select 1')
      .timeout(1_000)
      .then(
        () => true,
        () => false,
      );
    last = { at: Date.now(), ok };
    return ok;
  };
  const live: RawRouteDef = {
    method: 'GET',
    path: '/livez',
    role: 'web',
    ownLimits: true,
    spends: [],
    limits: 'nothing is looked up',
    why: 'answers without touching anything, so that it is fast and always true',
    handle: (_kernel, _request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'),
  };
  const ready: RawRouteDef = {
    method: 'GET',
    path: '/readyz',
    role: 'web',
    ownLimits: true,
    spends: [],
    limits: 'looked up once a second',
    why: 'for load balancers; cached so that asking often costs nothing',
    async handle(_kernel, _request, response) {
      const ok = await check();
      response
        .writeHead(ok ? 200 : 503, { 'content-type': 'text/plain', ...(ok ? {} : { 'retry-after': '2' }) })
        .end(ok ? 'ready' : 'not ready');
    },
  };
  return {
    routes: [live, ready].map((def) => ({ plugin: 'core', def })),
    drain: () => {
      draining = true;
    },
  };
}
