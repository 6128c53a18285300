import { type Ctx, defineJob, subscribe, T } from '../../../core/contract.ts';
import { ItemAdded } from './contract.ts';

/** Tests set how often the next runs fail, and what they wait for. */
export const shelfMood = { failures: 0, pause: async (): Promise<void> => undefined };

async function trace(ctx: Ctx, itemId: number, what: string): Promise<void> {
  await ctx.db('shelf_trace').insert({ company_id: ctx.tenant.id, item_id: itemId, what });
  await shelfMood.pause();
  if (shelfMood.failures <= 0) return;
  shelfMood.failures -= 1;
  throw new Error('the shelf is in a bad mood');
}

export const tidy = defineJob({
  id: 'shelf.tidy',
  payload: T.Object({ itemId: T.Integer() }),
  timeoutMs: 5_000,
  retries: 2,
  run: (ctx, { itemId }) => trace(ctx, itemId, 'job'),
});

export const noteAdded = subscribe({
  id: 'shelf.note-added',
  event: ItemAdded,
  whileOff: 'drop',
  run: (ctx, { itemId }) => trace(ctx, itemId, 'event'),
});
