import { type Ctx, defineJob, subscribe, T } from '../../../../core/contract.ts';
import { CampaignChanged, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { LeadsCreated } from '../../../lead-intake/leads/contract.ts';
import { TELL } from '../account/account.service.ts';
import { expireWaiting, rootsToTell, rootsWithOldLeads, takeAccounts, takeEnding, takeSheets } from './alarms.store.ts';
import { claimNext, rootsWithWork } from './claims.store.ts';
import { tellAccount, tellEnding, tellSheet } from './notices.ts';
import { serve } from './serve.ts';
import { dueNow, queueLeads, sheetOfCampaign } from './sheet.store.ts';
import { beginSheet, WRITE } from './sheets.service.ts';

/** Spreadsheets that one process writes at once, each of another account. */
const LANES = 8;

/** Makes, writes, compares and shares spreadsheets; woken by new leads. */
export const writeJob = defineJob({
  id: WRITE.id,
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '10 seconds',
  db: 'intent',
  queue: { agencies: rootsWithWork },
  run: async (ctx) => void (await Promise.all(Array.from({ length: LANES }, () => lane(ctx)))),
});

async function lane(ctx: Ctx): Promise<void> {
  while (!ctx.signal.aborted) {
    const claim = await ctx.transaction((tx) => claimNext(tx));
    if (!claim) return;
    await serve(ctx, claim);
  }
}

/** New leads wait for their campaign's spreadsheet, in the transaction that marks the event as handled. */
export const leadsCreated = subscribe({
  id: 'connector-google-sheets.leads-created',
  event: LeadsCreated,
  async run(ctx, { campaignId, leadIds }) {
    const sheet = (await sheetOfCampaign(ctx, campaignId)) ?? (await beginWhereWanted(ctx, campaignId));
    if (!sheet) return;
    await queueLeads(ctx, sheet, leadIds);
    await ctx.wake(WRITE);
  },
});

/** A campaign whose reports are to be a spreadsheet gets one; one that has it is shared anew, for its recipients may have changed. */
export const campaignChanged = subscribe({
  id: 'connector-google-sheets.campaign-changed',
  event: CampaignChanged,
  async run(ctx, { campaignId }) {
    const sheet = await sheetOfCampaign(ctx, campaignId);
    if (!sheet) return void (await beginWhereWanted(ctx, campaignId));
    await dueNow(ctx, sheet.id, { share_due: true });
    await ctx.wake(WRITE);
  },
});

async function beginWhereWanted(ctx: Ctx, campaignId: number) {
  if ((await ctx.use(Campaigns).reporting([campaignId])).get(campaignId)?.type !== 'GoogleSheet') return null;
  const campaign = await ctx.use(Campaigns).find(campaignId);
  const client = campaign && (await ctx.company(campaign.companyId));
  const id = client ? await beginSheet(ctx, campaign, client) : null;
  return id === null || !client ? null : { id, company_id: client.id };
}

/** Tells owners of accounts and spreadsheets that do not work, once for each time. */
export const tellJob = defineJob({
  id: TELL.id,
  payload: T.Object({}),
  timeoutMs: 30_000,
  queue: { agencies: rootsToTell },
  async run(ctx) {
    for (const account of await takeAccounts(ctx)) await tellAccount(ctx, account);
    for (const sheet of await takeSheets(ctx)) await tellSheet(ctx, sheet);
  },
});

/** Warns of leads that have waited for three weeks, and gives up those that have waited for 30 days. */
export const expireJob = defineJob({
  id: 'connector-google-sheets.expire',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 hour',
  queue: { agencies: rootsWithOldLeads },
  async run(ctx) {
    for (const sheet of await takeEnding(ctx)) await tellEnding(ctx, sheet);
    await expireWaiting(ctx);
  },
});
