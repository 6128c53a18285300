import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { modeRow } from './mode.store.ts';

/** Whether the actor's agency has the mode. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({ rows: ctx.tenant.kind === 'agency' ? [modeRow(ctx, ctx.tenant.id)] : [] });
