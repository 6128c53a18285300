import type { Principal } from '../access/principal.ts';
import { type Ctx, Problem, type RateDef, type RouteDef } from '../contract.ts';
import { scopeOf, withScope } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';
import { writeAudit } from './audit.ts';

/** Refusals that say "you may not"; asking for the password again is an ordinary step, and a visitor has no log. */
const REFUSALS = new Set(['core.problem.denied', 'core.problem.view-mode', 'core.problem.second-factor']);
/** A script that knocks on a closed door all day must not fill the log. */
const REFUSAL_RATE: RateDef = { id: 'core.refusals', points: 20, seconds: 60, by: 'account' };

/**
 * Logs a successful call: under the action that the route declares, or under the route's own id when a write of somebody signed in
 * would otherwise leave nothing. `params` of the path become the target.
 */
export async function noteSuccess(ctx: Ctx, principal: Principal, route: RouteDef, params: object | undefined): Promise<void> {
  const forgotten = route.method !== 'GET' && principal.actor.kind === 'user' && principal.trail.rows === 0 && !route.unlogged;
  const action = route.audit ?? (forgotten ? route.id : undefined);
  if (!action) return;
  const target = Object.values(params ?? {}).join(' ');
  const entry = { action, description: route.summary, detail: { call: route.id }, ...(target ? { target } : {}) };
  if (route.db === 'intent') await ctx.transaction((inner) => inner.audit(entry));
  else await ctx.audit(entry);
}

/** Logs that somebody signed in was refused a write, in a transaction of its own. Never throws: the refusal stands anyway. */
export async function noteRefusal(kernel: Kernel, principal: Principal, route: RouteDef, error: unknown): Promise<void> {
  if (route.method === 'GET' || principal.actor.kind !== 'user') return;
  if (!(error instanceof Problem) || error.status !== 403 || !REFUSALS.has(error.code)) return;
  try {
    await kernel.limiter.take(REFUSAL_RATE, String(principal.viewedBy?.id ?? principal.actor.id));
    const entry = { action: 'core.refused', description: route.summary, target: route.id, detail: { code: error.code } };
    await withScope(kernel.tenants, scopeOf(principal.tenant), (trx) => writeAudit(trx, principal, entry));
  } catch (unwritten) {
    if (!(unwritten instanceof Problem)) kernel.log.warn({ route: route.id, error: String(unwritten) }, 'a refusal was not logged');
  }
}
