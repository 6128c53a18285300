import { type Ctx, type Question, shownMoney } from '../../../core/contract.ts';

/** What a lead brings the agency: what the client pays, less what the agency pays the root, in cents. */
export interface Margin {
  retailCents: number;
  wholesaleCents: number;
  marginCents: number;
}
export const marginFor = (retailCents: number, wholesaleCents: number): Margin => ({
  retailCents,
  wholesaleCents,
  marginCents: retailCents - wholesaleCents,
});

/** Asked where a price is below its cost; null where it is not. `what` names whose price it is. */
export function lossQuestion(ctx: Ctx, { retailCents, wholesaleCents, marginCents }: Margin, what: string): Question | null {
  if (marginCents >= 0) return null;
  const loss = { what, retail: shownMoney(retailCents), wholesale: shownMoney(wholesaleCents), loss: shownMoney(-marginCents) };
  return {
    title: ctx.t('pricing.ask.loss', loss),
    body: ctx.t('pricing.ask.loss.body', loss),
    button: ctx.t('pricing.ask.loss.button', loss),
  };
}
