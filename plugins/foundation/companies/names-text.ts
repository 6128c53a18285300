import type { Ctx } from '../../../core/contract.ts';

/** The first `most` of some names, and how many more there are; empty without any. */
export function namesText(ctx: Ctx, names: readonly (string | number)[], most: number): string {
  const first = names.slice(0, most).join(', ');
  return names.length > most ? ctx.t('companies.names.more', { names: first, more: names.length - most }) : first;
}
