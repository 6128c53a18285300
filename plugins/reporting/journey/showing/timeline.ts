import type { Ctx } from '../../../../core/contract.ts';
import { PAUSE_MS } from '../limits.ts';
import { amountText } from '../../reports/shared.ts';
import { sourceOf } from './attribution.ts';
import type { JourneyPage } from './journeys.store.ts';

/** A page that a lead looked at, or what they did on it. */
export interface TimelineRow {
  id: string;
  at: string;
  page: string;
  title: string;
  /** Until the next page; empty where they left. */
  stay: string;
  /** Where they came from; empty within a visit. */
  source: string;
  event: string;
}

/** The pages of one lead in their order. Telling who they are on a page is no further look at it. */
export function timelineOf(ctx: Ctx, pages: readonly JourneyPage[]): TimelineRow[] {
  const shown: JourneyPage[] = [];
  for (const page of pages) {
    const before = shown.at(-1);
    const isSame = before && before.url === page.url && !page.event && !isLater(before, page);
    if (!isSame) shown.push(page);
  }
  return shown.map((page, n) => {
    const before = shown[n - 1];
    const begins = page.enters || !before || isLater(before, page);
    return {
      id: page.id,
      at: page.at.toISOString(),
      page: URL.parse(page.url)?.pathname ?? page.url,
      title: page.title,
      stay: isOnPage(before, page) ? '' : stayOf(ctx, page, shown.slice(n + 1)),
      source: begins ? sourceOf(ctx, page) : '',
      event: eventOf(ctx, page),
    };
  });
}

const isLater = (before: JourneyPage, page: JourneyPage): boolean => page.at.getTime() - before.at.getTime() > PAUSE_MS;

/** Something happened on the page that was being looked at. */
const isOnPage = (before: JourneyPage | undefined, page: JourneyPage): boolean => page.event !== null && before?.url === page.url;

function stayOf(ctx: Ctx, page: JourneyPage, after: readonly JourneyPage[]): string {
  const next = after.find((other) => other.visitor.equals(page.visitor) && !isOnPage(page, other));
  if (!next || isLater(page, next)) return '';
  const seconds = Math.round((next.at.getTime() - page.at.getTime()) / 1000);
  return seconds < 60
    ? ctx.t('journey.stay.seconds', { seconds })
    : ctx.t('journey.stay.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

function eventOf(ctx: Ctx, { event, amount, currency, thank_you }: JourneyPage): string {
  if (!event) return thank_you ? ctx.t('journey.thank-you') : '';
  return amount === null || currency === null ? event : `${event} · ${amountText(Number(amount), currency)}`;
}
