import { configVersion } from './features/config-version.ts';
import { randomBytes } from 'node:crypto';
import Koa, { type Context } from 'koa';
import type { Hosts } from './http/hosts.ts';
import { faultPage } from './http/fault-page.ts';
import { isAborted, problemBody, problemOf } from './http/errors.ts';
import { mountRoutes } from './http/mount.ts';
import { pluginSources } from './http/plugin-sources.ts';
import { principalOf } from './http/principal.ts';
import { takeProgramRate } from './http/programs.ts';
import type { RequestState } from './http/request-state.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { UiFiles } from './http/ui-files.ts';
import { isLocale } from './i18n/catalogue.ts';
import { Problem } from './contract.ts';
import type { Kernel } from './kernel.ts';

/** The reader went away: nobody's mistake. */
const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The Koa application over the registry. Pure: opens no port and starts no worker. */
export function createApp(kernel: Kernel, hosts: Hosts, ui: UiFiles): Koa<RequestState> {
  const app = new Koa<RequestState>({ proxy: false });
  app.use((ctx, next) => guarded(kernel, ctx as unknown as Context, next));
  app.use(async (ctx, next) => {
    ctx.state.nonce = randomBytes(16).toString('base64url');
    await next();
  });
  app.use(securityHeaders(kernel.config, async (host) => pluginSources(kernel, await hosts.find(host))));
  if (kernel.config.environment === 'development') app.use(faultPage(kernel.registry.report));
  app.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) {
      const movedTo = await hosts.movedTo(ctx.req.headers.host);
      return movedTo && !ctx.path.startsWith('/assets/') ? moved(kernel, ctx, movedTo) : ui.serve(ctx, ctx.state.nonce);
    }
    const { principal, session, token, byTicket } = await principalOf(kernel, hosts, ctx.req);
    ctx.state.principal = principal;
    ctx.state.byTicket = byTicket;
    ctx.set('x-request-id', principal.requestId);
    ctx.set('x-config-version', configVersion(kernel, principal.tenant));
    ctx.set('cache-control', 'no-store');
    if (token && !session) ctx.set('x-session', 'ended');
    const fresh = token && session?.rotationDue ? await kernel.sessions.rotate(session.state.id, token) : null;
    if (fresh) ctx.set('x-session-token', fresh);
    if (principal.program) await takeProgramRate(kernel, principal.program, ctx);
    return next();
  });
  app.use(mountRoutes(kernel));
  app.use(() => {
    throw new Problem(404, 'core.problem.not-found');
  });
  // Koa would write errors of broken connections to the console.
  app.on('error', (error: Error & { code?: string }, ctx?: Context) => {
    if (HUNG_UP.has(error.code ?? '')) return;
    if (problemOf(error)) kernel.log.warn({ path: ctx?.path, error: String(error) }, 'response broken off');
    else kernel.log.error({ path: ctx?.path, error: error.stack }, 'response failed');
  });
  return app;
}

/** Sends on from a host that its company gave up, to the same page of the present one. */
function moved(kernel: Kernel, ctx: Context, host: string): void {
  const target = new URL(kernel.config.publicOrigin);
  target.hostname = host;
  target.pathname = ctx.path;
  target.search = ctx.search;
  ctx.status = 308;
  ctx.set({ location: target.href, 'cache-control': 'no-store' });
}

/** Every refusal and every mistake ends here, as `application/problem+json` with a request id and without internals. */
async function guarded(kernel: Kernel, ctx: Context, next: () => Promise<unknown>): Promise<void> {
  try {
    await next();
  } catch (thrown) {
    const principal = (ctx.state as Partial<RequestState>).principal;
    const requestId = principal?.requestId ?? crypto.randomUUID();
    const known = problemOf(thrown);
    if (isAborted(ctx.req)) return; // nobody is there to be told, and nothing went wrong here
    if (!known)
      kernel.log.error({ requestId, path: ctx.path, error: thrown instanceof Error ? thrown.stack : String(thrown) }, 'request failed');
    else if (known.status >= 500) kernel.log.warn({ requestId, path: ctx.path, error: String(thrown) }, 'request refused');
    const problem = known ?? new Problem(500, 'core.problem.internal');
    const language = ctx.get('accept-language').slice(0, 2);
    ctx.status = problem.status;
    ctx.set({ 'x-request-id': requestId, 'cache-control': 'no-store', ...problem.headers });
    ctx.body = JSON.stringify(
      problemBody(problem, kernel.catalogue, principal?.locale ?? (isLocale(language) ? language : 'en'), requestId),
    );
    ctx.type = 'application/problem+json';
  }
}
