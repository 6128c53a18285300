import { DateTime } from 'luxon';
import type { Ctx } from '../../../core/contract.ts';
import type { Period } from './calendar/periods.ts';
import { type Active, activeDays, daysOf, trueUp } from './calendar/proration.ts';
import { chargedIn, type NewLine } from './lines.store.ts';
import { nameOf } from './campaign-name.ts';
import { activeStretches, type StoredTerms } from './terms.store.ts';

/** What campaigns still owe of their minimum for the part of a period up to a moment, given the leads that are billed with it. */
export async function minimumLines(
  ctx: Ctx,
  of: { terms: readonly StoredTerms[]; leads: readonly NewLine[]; period: Period; until: Date },
): Promise<NewLine[]> {
  const lines: NewLine[] = [];
  for (const terms of of.terms) {
    if (terms.minimumCents === 0 && terms.wholesaleMinimumCents === 0) continue;
    const stretches = await activeStretches(ctx.db, terms.campaignId);
    const active = activeDays(of.period, within(stretches, countsFrom(terms, of.period.zone), of.until));
    const days = { active, all: daysOf(of.period) };
    const before = await chargedIn(ctx.db, terms.campaignId, of.period.first);
    const leads = of.leads.filter((line) => line.campaignId === terms.campaignId);
    const charged = before.cents + leads.reduce((sum, line) => sum + line.amountCents, 0);
    const chargedByRoot = before.wholesaleCents + leads.reduce((sum, line) => sum + line.wholesaleCents * line.quantity, 0);
    const cents = trueUp(terms.minimumCents, charged, days);
    const wholesale = trueUp(terms.wholesaleMinimumCents, chargedByRoot, days);
    if (cents === 0 && wholesale === 0) continue;
    lines.push({
      campaignId: terms.campaignId,
      kind: 'minimum',
      text: leads[0]?.text ?? (await nameOf(ctx, terms.campaignId)),
      quantity: 1,
      unitCents: cents,
      amountCents: cents,
      priceVersionId: terms.priceVersionId,
      wholesaleCents: wholesale,
      owedCents: wholesale,
      periodFirst: of.period.first,
      unposted: true,
    });
  }
  return lines;
}

/** The day on which a campaign changed to its present term was the former one's, whose minimum counted it. */
function countsFrom(terms: StoredTerms, zone: string): Date {
  if (terms.termFrom <= terms.activatedAt) return new Date(0);
  return DateTime.fromJSDate(terms.termFrom, { zone }).plus({ days: 1 }).startOf('day').toJSDate();
}

const within = (stretches: readonly Active[], from: Date, until: Date): Active[] =>
  stretches
    .map((s) => ({ from: s.from < from ? from : s.from, to: s.to === null || s.to > until ? until : s.to }))
    .filter((s) => s.from < s.to);
