import { type Ctx, type Question, shownMoney } from '../../../core/contract.ts';
import { brandName } from './card-brand.ts';
import { type ChargeAsked, type Due, DueOnNewCard } from './contract.ts';
import type { Card } from './gateway/gateway.ts';
import { gatewayFor } from './provider.ts';
import { cardOf, payerOf } from './payers.store.ts';

/** A card for texts: `Visa ending in 4242`. */
export const cardText = (ctx: Ctx, { brand, last4 }: Pick<Card, 'brand' | 'last4'>): string =>
  last4 === '' ? ctx.t('payments.ask.kept-card') : ctx.t('payments.card.ending', { brand: brandName(brand), last4 });

/** What `PaymentsApi.question` says. */
export async function chargeQuestion(ctx: Ctx, companyId: number, charge: ChargeAsked): Promise<Question | null> {
  if (charge.cents <= 0) return null;
  const kept = charge.card === undefined ? cardOf(await payerOf(ctx.db, companyId, gatewayFor(ctx).id)) : null;
  // A card that cannot be charged is the call's own matter to refuse.
  if (charge.card === undefined && (!kept || kept.failed)) return null;
  const told = { amount: shownMoney(charge.cents), what: charge.what, card: kept ? cardText(ctx, kept) : charge.card! };
  const short = kept ? [brandName(kept.brand), kept.last4].filter(Boolean).join(' ') : charge.card!;
  const body = ctx.t('payments.ask.body', told);
  return {
    title: ctx.t('payments.ask.title', told),
    body: charge.more ? `${body} ${charge.more}` : body,
    button: ctx.t('payments.ask.button', { ...told, card: short }),
  };
}

export async function dueOnNewCard(ctx: Ctx): Promise<Due[]> {
  const due: Due[] = [];
  for (const owed of ctx.contributions(DueOnNewCard)) due.push(...(await owed(ctx)));
  return due.filter(({ cents }) => cents > 0);
}

/** Asked before another card of the caller's company is kept, where it pays something at once. */
export async function newCardQuestion(ctx: Ctx): Promise<Question | null> {
  const due = await dueOnNewCard(ctx);
  return chargeQuestion(ctx, ctx.tenant.id, {
    what: due.map(({ what }) => what).join(', '),
    cents: due.reduce((sum, { cents }) => sum + cents, 0),
    card: ctx.t('payments.ask.new-card'),
  });
}
