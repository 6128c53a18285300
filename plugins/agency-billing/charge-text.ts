import { type Ctx, shownMoney } from '../../core/contract.ts';
import type { Charge } from './charges.store.ts';

/** What a charge is for, in the reader's language. */
export const whatIsCharged = (ctx: Ctx, { kind, detail: { first, last, minimum_cents, spent_cents } }: Charge): string =>
  typeof first === 'string' && typeof last === 'string'
    ? ctx.t('agency-billing.what.minimum_spend', {
        first,
        last,
        minimum: shownMoney(Number(minimum_cents)),
        spent: shownMoney(Number(spent_cents)),
      })
    : ctx.t(`agency-billing.what.${kind}`);
