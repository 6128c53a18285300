import type { RawRouteDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

const CACHE_MS = 1_000;

/** `/livez` and `/readyz`; `drain` makes the process unready before it stops. */
export function healthChecks(kernel: Kernel): { live: RawRouteDef['handle']; ready: RawRouteDef['handle']; drain: () => void } {
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
  return {
    live: (_kernel, _request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'),
    async ready(_kernel, _request, response) {
      const ok = await check();
      response
        .writeHead(ok ? 200 : 503, { 'content-type': 'text/plain', ...(ok ? {} : { 'retry-after': '2' }) })
        .end(ok ? 'ready' : 'not ready');
    },
    drain: () => {
      draining = true;
    },
  };
}
