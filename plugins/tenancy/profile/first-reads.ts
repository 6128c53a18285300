import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { personRow } from './person.store.ts';
import { pictureRow } from './picture.service.ts';
import { SupportAddress } from './support.ts';

/** The actor's own profile and portrait, and where their menu leads for help. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({
  rows: [personRow(ctx.db, ctx.actor.id), pictureRow(ctx, ctx.actor.id)],
  settings: [SupportAddress],
});
