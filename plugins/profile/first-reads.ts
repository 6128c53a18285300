import type { Ctx, ReadsAhead } from '../../core/contract.ts';
import { personRow } from './person.store.ts';
import { pictureRow } from './picture.service.ts';

/** The actor's own profile and portrait. */
export const firstReads = (ctx: Ctx): ReadsAhead => ({ rows: [personRow(ctx.db, ctx.actor.id), pictureRow(ctx, ctx.actor.id)] });
