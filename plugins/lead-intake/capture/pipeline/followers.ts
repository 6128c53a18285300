import { type Ctx, dayOf } from '../../../../core/contract.ts';
import { type FollowedVisit, VisitFollowers } from '../contract.ts';
import type { CompanyByIp } from '../identity/company-by-ip.ts';
import { type PixelFacts, pixelFacts } from '../pixels.store.ts';
import { isAmong } from '../screening/page-rules.ts';
import type { Visit } from './queue.store.ts';

interface Ended {
  visit: Visit;
  outcome: string;
  leadId: string | null;
}

/** Ends of visits that nobody made, or that were not to be collected at all, or not any more. */
const UNFOLLOWED: ReadonlySet<string> = new Set(['bot', 'withdrawn', 'limited', 'review', 'outside_rules', 'failed']);

/** Tells those who follow visitors how page views of people ended. */
export async function tellFollowers(ctx: Ctx, ended: readonly Ended[], ownerOf: CompanyByIp): Promise<void> {
  const followed = ended.filter(({ outcome }) => !UNFOLLOWED.has(outcome));
  const followers = ctx.contributions(VisitFollowers);
  if (followed.length === 0 || followers.length === 0) return;
  const facts = await pixelFacts(ctx.db, [...new Set(followed.map(({ visit }) => visit.campaign_id))]);
  const visits = followed.map((one) => followedOf(one, facts.get(one.visit.campaign_id), ownerOf(one.visit.ip)));
  for (const follower of followers) await follower.follow(ctx, visits);
}

const followedOf = ({ visit, outcome, leadId }: Ended, facts: PixelFacts | undefined, network: string): FollowedVisit => ({
  campaignId: visit.campaign_id,
  companyId: visit.company_id,
  rootId: visit.root_id,
  visitor: visit.visitor,
  at: visit.at,
  day: dayOf(visit.at, facts?.timezone ?? 'UTC'),
  url: visit.url,
  referrer: visit.referrer,
  details: visit.details,
  thankYou: visit.thank_you,
  outcome,
  isHot: isAmong(facts?.hot_pages ?? [], visit.url),
  network,
  leadId,
});
