import type { Ctx } from '../../../core/contract.ts';

/** So many campaigns are named in a message. */
export const MOST_NAMED = 20;

/** Names as a text: of many the first, and how many more there are; empty without any. */
export const namesText = (ctx: Ctx, names: readonly (string | number)[]): string =>
  withMore(ctx, names.slice(0, MOST_NAMED).join(', '), names.length - MOST_NAMED);

/** A text that names the first of many, and how many more there are; the text alone where there are none. */
export const withMore = (ctx: Ctx, names: string, more: number): string =>
  more > 0 ? ctx.t('companies.names.more', { names, more }) : names;
