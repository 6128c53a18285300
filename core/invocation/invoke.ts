import type { Knex } from 'knex';
import { permits } from '../access/ability.ts';
import type { Principal } from '../access/principal.ts';
import { type Ability, type Ctx, denied, moduleOff, Problem } from '../contract.ts';
import { type Scope, withScope } from '../data/tenant.ts';
import type { Kernel } from '../kernel.ts';
import { loadNames } from '../settings/renamed-things.ts';
import { StoredSettings } from '../settings/stored-settings.ts';
import { makeCtx, newFrame } from './context.ts';

/** One call of a plugin's function, whatever asked for it. */
export interface Invocation<I, O> {
  /** `route`, `job`, `event`, `form`, `page`: for messages only. */
  readonly kind: string;
  readonly id: string;
  readonly plugin: string;
  readonly feature?: string | undefined;
  readonly ability: Ability;
  /** Rows that row-level security shows. */
  readonly scope: Scope;
  readonly db: 'transaction' | 'intent';
  /** The call changes nothing, so it need not ask anything twice. */
  readonly reads?: boolean;
  readonly minAal?: number;
  readonly timeoutMs?: number;
  /** Checks and completes the input; throws a Problem. */
  validate(ctx: Ctx, input: unknown): I | Promise<I>;
  run(ctx: Ctx, input: I): Promise<O>;
  /** Shapes the result; still inside the transaction, so a wrong answer is not committed. */
  finish?(ctx: Ctx, output: O, input: I): O | Promise<O>;
}

/**
 * The one door: session -> features -> ability -> validate -> transaction with tenant scope -> handler -> shape the answer -> commit.
 * What was emitted, queued or announced goes out with the commit, for it was written in the same transaction.
 */
export async function invoke<I, O>(kernel: Kernel, principal: Principal, call: Invocation<I, O>, input: unknown): Promise<O> {
  const signal = AbortSignal.timeout(call.timeoutMs ?? 30_000);
  const reads = call.reads === true;
  const settings = reads
    ? StoredSettings.forReading(kernel.platform, kernel.settings.of(principal))
    : StoredSettings.forChanging(kernel.platform);
  const outer = newFrame(kernel, principal, call.scope, null, signal, null, settings);
  const ctx = makeCtx(outer, call.plugin);

  checkSession(principal, call);
  await loadNames(kernel, principal.tenant);
  if (!kernel.features.isOn(call.plugin, principal.tenant)) throw moduleOff(call.plugin);
  if (call.feature && !kernel.features.isFeatureOn(call.feature, principal.tenant)) throw moduleOff(call.feature);
  if (!permits(ctx, call.ability)) throw denied();

  if (call.db === 'intent') {
    const checked = await call.validate(ctx, input);
    const output = await call.run(ctx, checked);
    return call.finish ? call.finish(ctx, output, checked) : output;
  }
  const early = await call.validate(ctx, input);
  const work = async (trx: Knex.Transaction): Promise<O> => {
    const inner = makeCtx(newFrame(kernel, principal, call.scope, trx, signal, outer.ability, settings), call.plugin);
    const output = await call.run(inner, early);
    return call.finish ? call.finish(inner, output, early) : output;
  };
  return withScope(kernel.tenants, call.scope, work, { reads });
}

function checkSession(principal: Principal, call: Invocation<never, unknown> | Invocation<any, any>): void {
  if (call.ability === 'public') return;
  if (principal.actor.kind === 'anonymous') throw new Problem(401, 'core.problem.unauthenticated');
  if (principal.session && principal.session.aal < (call.minAal ?? principal.session.aalNeeded))
    throw new Problem(403, 'core.problem.second-factor');
}
