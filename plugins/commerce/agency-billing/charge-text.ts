import { type Ctx, shownMoney, type TextOf } from '../../../core/contract.ts';
import type { Charge } from './charges.store.ts';

/** What a charge is for, as a text. */
export const chargeText = ({ kind, detail: { first, last, minimum_cents, spent_cents } }: Charge): TextOf =>
  typeof first === 'string' && typeof last === 'string'
    ? {
        key: 'agency-billing.what.minimum_spend',
        params: { first, last, minimum: shownMoney(Number(minimum_cents)), spent: shownMoney(Number(spent_cents)) },
      }
    : { key: `agency-billing.what.${kind}` };

/** The same in the reader's language. */
export function whatIsCharged(ctx: Ctx, charge: Charge): string {
  const { key, params } = chargeText(charge);
  return ctx.t(key, params);
}
