import type { SupplierUsesOf } from '../capture/contract.ts';
import { figuresSince } from './figures.store.ts';
import { suppliersOf } from './suppliers.settings.ts';

/** What each supplier of information was asked; it is not kept for whom. One that was removed since has its id for a name. */
export const informationUses: SupplierUsesOf = async (ctx, { first, last }) => {
  const figures = await figuresSince(ctx.db, first, last);
  if (figures.size === 0) return [];
  const names = new Map((await suppliersOf(ctx)).map(({ id, name }) => [id, name]));
  return [...figures].map(([id, use]) => ({ supplier: `enrichment.${id}`, name: names.get(id) ?? id, agencyId: null, ...use }));
};
