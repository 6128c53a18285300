import { type Ctx, defineJob, subscribe, T } from '../../../../core/contract.ts';
import { CampaignChanged, Campaigns, type CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { Enrichment } from '../../../lead-intake/enrichment/contract.ts';
import { collectingJob } from '../../../lead-intake/enrichment/shared.ts';
import { LeadIntake } from '../../../lead-intake/leads/contract.ts';
import { type B2bRow, b2bOf } from '../campaign.store.ts';
import { groupSought } from '../information.ts';
import { CompanyVisits } from '../source.ts';
import { VISITING_TOPIC } from '../visiting/topic.ts';
import { forgetCompanies } from '../visiting/visits.store.ts';
import { askAboutTargets, askWhoTheyAre, type TargetAt } from './ask.ts';
import { companiesById, decidable, takeUnknown, type Wanted } from './companies.store.ts';
import { fits } from './fit.ts';
import { targetQueue } from './target-queue.ts';
import { asked, beginNow, decideOn, forgetMisfits, goOn, hasWaiting, looks, targetsById } from './targets.store.ts';

const DAY = 86_400_000;
/** Companies or contacts about whom a campaign asks at once, and for how many seconds nobody else may. */
const AT_ONCE = 40;
const LEASE = 300;
/** Companies decided on at once. */
const DECIDED_AT_ONCE = 200;
const KEEP_ANSWERS = 30 * DAY;
/** Companies that were not back for so long are forgotten. */
const KEEP_COMPANIES = 365 * DAY;

/** Finds out which companies visited and whom to contact there, and sells what is found, one campaign after the other. */
export const collectJob = collectingJob(looks, { id: 'b2b-id.collect', failure: 'companies were not asked about', collect });

async function collect(ctx: Ctx, campaignId: number): Promise<void> {
  const step = await ctx.transaction((inner) => prepare(inner, campaignId));
  if (!step) return;
  const { rules, own, unknown, targets } = step;
  const campaign = { campaignId, companyId: rules.companyId, timezone: rules.timezone };
  await askWhoTheyAre(ctx, campaign, unknown);
  await askAboutTargets(ctx, campaign, own, targets);
  await ctx.use(LeadIntake).work(CompanyVisits, targetQueue(campaignId), AT_ONCE);
  // Who they are decides whom to ask about; a contact found may not be the last one.
  if (unknown.length === 0 && targets.length === 0) return;
  await ctx.transaction(async (inner) => {
    await looks.after(inner.db, campaignId, 0);
    await inner.live(VISITING_TOPIC, rules.companyId);
  });
}

interface Step {
  rules: CampaignRules;
  own: B2bRow;
  /** Companies of which nobody knows who they are. */
  unknown: { id: number; networkName: string }[];
  targets: TargetAt[];
}

/** About whom to ask; null where the campaign does not run or no supplier has what it seeks. Nobody is taken in hand for whom there is no room or no money. */
async function prepare(ctx: Ctx, campaignId: number): Promise<Step | null> {
  const own = await b2bOf(ctx, campaignId);
  const rules = (await ctx.use(Campaigns).rules([campaignId])).get(campaignId);
  if (!own || rules?.status !== 'active') {
    await looks.after(ctx.db, campaignId, null);
    return null;
  }
  // Suppliers may come later: no company is through with before.
  if ((await ctx.use(Enrichment).supplied([groupSought(own)])).length === 0) return null;
  const { companyId, product } = rules;
  const left = await ctx.use(Campaigns).quotaLeft(campaignId, AT_ONCE);
  const payable = left === 0 ? 0 : await ctx.use(LeadIntake).payable({ companyId, product, leads: left });
  if (payable === 0) return { rules, own, unknown: [], targets: [] };
  await goOn(ctx.db, campaignId);
  const room = Math.max(0, payable - (await asked.open(ctx.db, campaignId)));
  const wanted: Wanted = { campaignId, companyId, sources: own.sources.map(Number), leastConfidence: own.least_confidence };
  await decide(ctx, { own, rules, wanted, room });
  const targets = await targetsById(ctx.db, await asked.takeAgain(ctx.db, campaignId, payable, LEASE));
  const companies = await companiesById(
    ctx.db,
    targets.map(({ visitingId }) => visitingId),
  );
  return {
    rules,
    own,
    unknown: room > 0 || (await hasWaiting(ctx.db, campaignId)) ? await takeUnknown(ctx.db, wanted, Math.max(1, room), LEASE) : [],
    targets: targets.map((target) => ({ ...target, company: companies.get(target.visitingId)! })),
  };
}

/** Decides on companies that visited: those that the campaign wants are asked about as long as there is room, the others end here. */
async function decide(
  ctx: Ctx,
  { own, rules, wanted, room }: { own: B2bRow; rules: CampaignRules; wanted: Wanted; room: number },
): Promise<void> {
  let left = room;
  const decided = (await decidable(ctx.db, wanted, DECIDED_AT_ONCE)).flatMap((company) => {
    const isWanted = fits(own, rules, company);
    if (isWanted && left === 0) return [];
    left -= isWanted ? 1 : 0;
    return [{ visitingId: company.id, isWanted }];
  });
  await decideOn(ctx.db, wanted, decided);
}

/** A campaign that changed may want other companies, or have room again. */
export const followCampaigns = subscribe({
  id: 'b2b-id.follow-campaigns',
  event: CampaignChanged,
  whileOff: 'hold',
  async run(ctx, { campaignId, companyId, product }) {
    if (product !== 'b2b') return;
    // Events may come late and in another order; what counts is how the campaign is now.
    const isRunning = (await ctx.use(Campaigns).find(campaignId))?.status === 'active';
    if (isRunning) await beginNow(ctx.db, campaignId);
    await forgetMisfits(ctx.db, campaignId);
    await looks.now(ctx.db, campaignId, companyId, isRunning);
    if (isRunning) await ctx.wake(collectJob);
  },
});

/** Forgets what came back and found no room for a month, and companies that were not back for a year. */
export const purgeJob = defineJob({
  id: 'b2b-id.purge',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '53 4 * * *',
  async run(ctx) {
    await asked.dropAnswers(ctx.db, new Date(ctx.now.getTime() - KEEP_ANSWERS));
    await forgetCompanies(ctx.db, new Date(ctx.now.getTime() - KEEP_COMPANIES));
  },
});
