import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { personRow } from './roles.store.ts';

/** What an operator of the platform may do in person. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({ rows: ctx.actor.isSystemUser ? [personRow(ctx.db, ctx.actor.id)] : [] });
