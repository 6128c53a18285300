import type { Ctx } from '../../../../core/contract.ts';
import type { FollowedVisit, VisitFollower } from '../../../lead-intake/capture/contract.ts';
import { VISITING_TOPIC } from './topic.ts';
import { noteVisits, type Seen } from './visits.store.ts';
import { organisationOf } from './organisation.ts';

/** Notes which companies' networks visits come from, where the product is offered. Nothing about the visitors is kept. */
async function follow(ctx: Ctx, visits: readonly FollowedVisit[]): Promise<void> {
  if (!ctx.isOffered('b2b')) return;
  const seen = visits.flatMap((visit): Seen[] => {
    const organisation = visit.network === '' ? null : organisationOf(visit.network);
    return organisation ? [{ ...visit, organisation, enters: visit.referrer !== URL.parse(visit.url)?.hostname }] : [];
  });
  if (seen.length === 0) return;
  await noteVisits(ctx.db, seen);
  for (const companyId of new Set(seen.map((visit) => visit.companyId))) await ctx.live(VISITING_TOPIC, companyId);
}

/** Of visitors themselves nothing is kept, so there is nothing to forget. */
export const visitFollower: VisitFollower = { follow, forget: async () => undefined };
