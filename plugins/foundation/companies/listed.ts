import type { Ctx } from '../../../core/contract.ts';

/** Names one after the other, as the reader's language separates them. */
export const listed = (ctx: Ctx, names: readonly string[]): string => names.join(ctx.locale === 'ar' ? '، ' : ', ');
