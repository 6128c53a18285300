import { systemPrincipal } from '../access/principal.ts';
import type { Ctx, Tenant } from '../contract.ts';
import { scopeOf, withScope } from '../data/tenant.ts';
import { makeCtx, newFrame } from '../invocation/context.ts';
import type { Kernel } from '../kernel.ts';
import { loadNames } from '../settings/renamed-things.ts';

/** One transaction of the platform itself within a company: for scripts, which no person calls. */
export async function asSystem<R>(kernel: Kernel, tenant: Tenant, work: (ctx: Ctx) => Promise<R>): Promise<R> {
  await loadNames(kernel, tenant);
  const scope = scopeOf(tenant);
  return withScope(kernel.tenants, scope, (trx) =>
    work(makeCtx(newFrame(kernel, systemPrincipal(tenant), scope, trx, AbortSignal.timeout(60_000)), 'core')),
  );
}
