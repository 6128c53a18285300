import { type Ctx, shownMoney } from '../../../core/contract.ts';
import type { Reset } from './cost.service.ts';

/** What is said after saving: that it is saved, and each price that was raised to the minimum. */
export function savedText(ctx: Ctx, resets: readonly Reset[]): string {
  const raised = resets.map(({ product, term, cents }) =>
    ctx.t('pricing.raised', {
      product: ctx.named(product).name,
      term: ctx.t(`pricing.term.${term}`),
      minimum: shownMoney(cents),
    }),
  );
  return [ctx.t('pricing.saved'), ...raised].join(' ');
}
