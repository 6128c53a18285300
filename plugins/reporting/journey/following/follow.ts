import { createHmac, createSecretKey } from 'node:crypto';
import { type Ctx, dayOf } from '../../../../core/contract.ts';
import type { FollowedVisit } from '../../../lead-intake/capture/contract.ts';
import { hotPagesJob } from '../hot-pages.job.ts';
import { PAGES_OF_DAY } from '../limits.ts';
import { isEntry, otherWebsite } from '../touch.ts';
import { noteHotViews } from './hot-views.store.ts';
import { sumUp } from './leads.store.ts';
import { countPages, forgetVisitors, givePages, insertPages, type Page } from './pages.store.ts';

/** Purpose of the installation's key under which visitors are hashed. */
const VISITOR_KEY = 'journey visitor';

/** Keeps the pages of visitors, and gives them to the leads that visitors become. */
export async function follow(ctx: Ctx, visits: readonly FollowedVisit[]): Promise<void> {
  const pageOf = pagesOf(ctx);
  // Whoever stands on an exclusion list is not to be followed, and was not to be before.
  await forgetVisitors(ctx.db, visits.filter(isExcluded).map(pageOf));
  const pages = visits.filter((visit) => !isExcluded(visit)).map(pageOf);
  const known = pages.filter(isOfLead);
  const strangers = await withinTheDay(
    ctx,
    pages.filter((page) => !isOfLead(page)),
  );
  await insertPages(ctx.db, [...known, ...strangers]);
  if (known.length === 0) return;
  const firstOf = (page: Page & { leadId: string }): string => `${page.campaignId} ${page.visitor.toString('latin1')}`;
  await givePages(ctx.db, earliest(known, firstOf));
  await sumUp(
    ctx.db,
    earliest(known, ({ leadId }) => leadId),
  );
  const hot = known.filter(({ isHot }) => isHot);
  if (await noteHotViews(ctx.db, hot)) await ctx.wake(hotPagesJob);
}

const isExcluded = ({ outcome }: FollowedVisit): boolean => outcome === 'excluded';
const isOfLead = (page: Page): page is Page & { leadId: string } => page.leadId !== null;

/** The first page of each group. */
const earliest = <P extends Page>(pages: readonly P[], groupOf: (page: P) => string): P[] =>
  [...Map.groupBy(pages, groupOf).values()].map((group) => group.reduce((first, page) => (page.at < first.at ? page : first)));

/** Forgets the pages of visitors who took their consent back, but for those of leads. */
export function forget(ctx: Ctx, visitors: readonly Pick<FollowedVisit, 'campaignId' | 'visitor'>[]): Promise<void> {
  const hashOf = visitorHashes(ctx);
  return forgetVisitors(
    ctx.db,
    visitors.map((visitor) => ({ campaignId: visitor.campaignId, visitor: hashOf(visitor) })),
  );
}

function visitorHashes({ secrets }: Ctx): (of: Pick<FollowedVisit, 'campaignId' | 'visitor'>) => Buffer {
  const key = createSecretKey(secrets.key(VISITOR_KEY)); // plain bytes would be made a key for each visitor, which takes longer than the hash
  return ({ campaignId, visitor }) => createHmac('sha256', key).update(`${campaignId} ${visitor}`).digest().subarray(0, 16);
}

function pagesOf(ctx: Ctx): (visit: FollowedVisit) => Page {
  const hashOf = visitorHashes(ctx);
  return ({ details, ...visit }) => {
    const referrer = otherWebsite(visit.url, visit.referrer);
    return {
      campaignId: visit.campaignId,
      companyId: visit.companyId,
      agencyId: ctx.tenant.id,
      rootId: visit.rootId,
      visitor: hashOf(visit),
      at: visit.at,
      day: visit.day,
      url: visit.url,
      title: details?.title ?? '',
      referrer,
      params: details?.params ?? null,
      enters: isEntry(referrer, details?.params),
      thankYou: visit.thankYou,
      isHot: visit.isHot,
      event: details?.event?.name ?? null,
      eventId: details?.event?.id ?? null,
      amount: details?.event?.value?.amount ?? null,
      currency: details?.event?.value?.currency ?? null,
      leadId: visit.leadId,
    };
  };
}

/** Those of the pages for which there is still room on their campaigns' days, the earliest first. */
async function withinTheDay(ctx: Ctx, pages: readonly Page[]): Promise<Page[]> {
  const days = Map.groupBy(
    pages.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ({ campaignId, at }) => `${campaignId} ${dayOf(at, 'UTC')}`,
  );
  const before = await countPages(
    ctx.db,
    [...days].map(([key, [first, ...others]]) => {
      const { campaignId, companyId } = first!;
      return { campaignId, companyId, day: key.split(' ')[1]!, pages: 1 + others.length };
    }),
  );
  return [...days].flatMap(([key, ofDay]) => ofDay.slice(0, Math.max(0, PAGES_OF_DAY - before.get(key)!)));
}
