import { defineEvent, definePort, T } from '../../../core/contract.ts';

export interface ShelfApi {
  /** How many items the caller may see. */
  count(): Promise<number>;
}
export const Shelf = definePort<ShelfApi>('shelf.v1');

export const ItemAdded = defineEvent({ id: 'shelf.item-added', version: 1, payload: T.Object({ itemId: T.Integer() }) });
