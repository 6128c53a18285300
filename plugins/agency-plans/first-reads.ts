import type { Ctx, ReadsAhead } from '../../core/contract.ts';
import { planRows } from './plans.store.ts';

/** What was agreed with the actor's agency. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({ rows: ctx.tenant.kind === 'agency' ? [planRows(ctx, [ctx.tenant.id])] : [] });
