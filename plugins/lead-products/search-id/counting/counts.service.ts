import { createHash } from 'node:crypto';
import { conflict, type Ctx, invalid, notFound } from '../../../../core/contract.ts';
import { type Campaign, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { type Location, targetOf } from '../locations.ts';
import { countJob } from './count.job.ts';
import { dropCounts, fingerprintsOf, isCounting, replaceCounts, requeue, type Wanted } from './counts.store.ts';
import { COUNTS_TOPIC } from './topic.ts';

/** A campaign of this product that the caller may change, held to the end of the transaction. Throws 404. */
export async function lockedCampaign(ctx: Ctx, id: number): Promise<Campaign> {
  const campaign = await ctx.use(Campaigns).change(id, async () => ({}));
  if (campaign.product !== 'locator') throw notFound();
  return campaign;
}

/** Counts a campaign's people anew, for each of its keywords in each of its locations. Throws 422 where it says too little, 409 while that goes on. */
export async function askCounts(ctx: Ctx, campaignId: number): Promise<{ rows: number }> {
  const campaign = await lockedCampaign(ctx, campaignId);
  const { wanted, locations } = await wantedBy(ctx, campaignId);
  if (wanted.length === 0) throw invalid('leadspeek_api_id', 'search-id.counts.nothing');
  if (await isCounting(ctx.db, campaignId)) throw conflict('search-id.counts.busy');
  await begin(ctx, campaign, locations, wanted);
  return { rows: wanted.length };
}

/** Counts anew after a campaign came to look for something else; what goes on for the old keywords ends. */
export async function followCounts(ctx: Ctx, campaign: Campaign): Promise<void> {
  const { wanted, locations } = await wantedBy(ctx, campaign.id);
  const known = await fingerprintsOf(ctx.db, campaign.id);
  if (known.length === wanted.length && known.every((fingerprint, n) => fingerprint.equals(wanted[n]!.fingerprint))) return;
  if (wanted.length > 0) return begin(ctx, campaign, locations, wanted);
  await dropCounts(ctx.db, campaign.id, null);
  await ctx.live(COUNTS_TOPIC, campaign.companyId);
}

/** Tries a failed count again. Throws 404 for one that did not fail, 409 while a run of the campaign goes on. */
export async function retryCount(ctx: Ctx, campaignId: number, id: string): Promise<void> {
  const campaign = await lockedCampaign(ctx, campaignId);
  if (await isCounting(ctx.db, campaignId)) throw conflict('search-id.counts.busy');
  if (!(await requeue(ctx.db, ownerOf(ctx, campaign), id))) throw notFound();
  await ctx.wake(countJob);
  await ctx.live(COUNTS_TOPIC, campaign.companyId);
}

async function begin(ctx: Ctx, campaign: Campaign, locations: readonly Location[], wanted: readonly Wanted[]): Promise<void> {
  const { isOpen } = await replaceCounts(ctx.db, ownerOf(ctx, campaign), locations, wanted);
  if (isOpen) await ctx.wake(countJob);
  await ctx.live(COUNTS_TOPIC, campaign.companyId);
}

const ownerOf = ({ actor }: Ctx, { id, companyId }: Campaign) => ({
  campaignId: id,
  companyId,
  askedBy: actor.kind === 'user' ? actor.id : null,
});

async function wantedBy(ctx: Ctx, campaignId: number): Promise<{ wanted: Wanted[]; locations: Location[] }> {
  const { search, locations } = (await targetOf(ctx, campaignId))!;
  const marks = locations.map((location) => JSON.stringify([location.kind, location.places.toSorted(), location.miles]));
  const wanted = search.keywords.flatMap((keyword) =>
    marks.map((mark, location) => ({ keyword, location, fingerprint: createHash('sha256').update(`${keyword}\n${mark}`).digest() })),
  );
  return { wanted, locations };
}
