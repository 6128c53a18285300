import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ctx, defineJob, subscribe, T } from '../../../../core/contract.ts';
import { CampaignChanged, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Intent, KEEP_DAYS } from '../../../lead-intake/intent/contract.ts';
import { LeadIntake } from '../../../lead-intake/leads/contract.ts';
import type { SearchRow } from '../campaign.store.ts';
import { type Location, resolved, targetOf } from '../locations.ts';
import { Lookback } from '../search-id.settings.ts';
import { IntentRecords } from '../source.ts';
import { agenciesDue, campaignsDue, dropRecords, lookNow, putOff } from './reading.store.ts';
import { recordQueue, type Search } from './record-queue.ts';

const DAY = 86_400_000;
/** Campaigns of an agency that a run looks at, and leads of one that it makes at once. */
const CAMPAIGNS_AT_ONCE = 20;
const LEADS_AT_ONCE = 200;
/** Seconds until a campaign that has read everything, or has no room, is looked at again. */
const LOOK_AGAIN = 30;
const AFTER_FAILURE = 60;
const ELSEWHERE_MS = 50;

/** Turns records of intent into leads of the campaigns that look for them, one campaign after the other. */
export const collectJob = defineJob({
  id: 'search-id.collect',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '10 seconds',
  db: 'intent',
  queue: { agencies: agenciesDue },
  async run(ctx) {
    const { position: newest } = await ctx.transaction((inner) => inner.use(Intent).state());
    const due = await ctx.transaction(({ db, tenant }) => campaignsDue(db, tenant.id, newest, LOOK_AGAIN, CAMPAIGNS_AT_ONCE));
    for (const campaignId of due) {
      if (ctx.signal.aborted) return;
      await collect(ctx, campaignId, newest);
    }
    if (due.length === 0) await sleep(ELSEWHERE_MS); // another worker has them in hand; do not ask all the time
  },
});

/** One campaign's failure is not the others'. */
async function collect(ctx: Ctx, campaignId: number, newest: string): Promise<void> {
  try {
    const search = await ctx.transaction((inner) => prepare(inner, campaignId, newest));
    if (search) await ctx.use(LeadIntake).work(IntentRecords, recordQueue(search), LEADS_AT_ONCE);
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    ctx.log.error({ campaign: campaignId, error: String(error) }, 'records of intent were not collected');
    await ctx.transaction(({ db }) => putOff(db, campaignId, AFTER_FAILURE));
  }
}

/** What to look for; null, and put off, where there is nothing to look for, no room or no money now. */
async function prepare(ctx: Ctx, campaignId: number, newest: string): Promise<Search | null> {
  const target = await targetOf(ctx, campaignId);
  if (target?.rules.status !== 'active') return later(ctx, campaignId, null);
  const { search, rules, locations } = target;
  const { companyId, product } = rules;
  const left = await ctx.use(Campaigns).quotaLeft(campaignId, LEADS_AT_ONCE);
  const room = left === 0 ? 0 : await ctx.use(LeadIntake).payable({ companyId, product, leads: left });
  if (room === 0) return later(ctx, campaignId, LOOK_AGAIN);
  const { places } = await resolved(ctx, locations);
  const { days } = await ctx.setting(Lookback);
  return {
    search,
    query: { keywords: search.keywords, contextual: search.contextual, stopWords: search.stop_words, places },
    rule: ruleOf(search, locations),
    since: new Date(ctx.now.getTime() - days * DAY),
    room,
    newest,
  };
}

async function later(ctx: Ctx, campaignId: number, seconds: number | null): Promise<null> {
  await putOff(ctx.db, campaignId, seconds);
  return null;
}

const ruleOf = ({ keywords, contextual, stop_words }: SearchRow, locations: readonly Location[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([...[keywords, contextual, stop_words].map((words) => words.toSorted()), locations]))
    .digest();

/** A campaign that changed may look for something else, or have room again. */
export const followCampaigns = subscribe({
  id: 'search-id.follow-campaigns',
  event: CampaignChanged,
  whileOff: 'hold',
  async run(ctx, { campaignId, companyId, product }) {
    if (product !== 'locator') return;
    // Events may come late and in another order; what counts is how the campaign is now.
    const isRunning = (await ctx.use(Campaigns).find(campaignId))?.status === 'active';
    await lookNow(ctx.db, campaignId, companyId, isRunning);
    if (isRunning) await ctx.wake(collectJob);
  },
});

/** Forgets which records campaigns had once the records themselves are gone. */
export const purgeJob = defineJob({
  id: 'search-id.purge',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '41 4 * * *',
  run: (ctx) => dropRecords(ctx.db, new Date(ctx.now.getTime() - (KEEP_DAYS + 10) * DAY)).then(() => undefined),
});
