import { type Ctx, defineJob, Problem, subscribe, T } from '../../../core/contract.ts';
import { CampaignChanged, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { Due } from '../../money/payments/contract.ts';
import { balanceOf } from './balance.ts';
import { ACTIVATE } from './buying.service.ts';
import { tellNotBegun } from './failures.ts';
import { changePack, companiesToActivate, nextToActivate } from './packs.store.ts';
import { agenciesToLookAt, campaignsToLookAt, failedPlans, forgetFailures, lookAgain, lookAt, lookAtDue } from './plans.store.ts';
import { holdCampaign, reconcile } from './reconcile.service.ts';
import { isPackTerm, RECONCILE, termOf } from './terms.ts';

/** Reconciles the campaigns that something happened to, each in a transaction of its own. */
export const reconcileJob = defineJob({
  id: RECONCILE.id,
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  queue: { agencies: agenciesToLookAt },
  async run(ctx) {
    for (const id of await ctx.transaction(({ db, tenant }) => campaignsToLookAt(db, tenant.id))) {
      await ctx.transaction((inner) => reconcile(inner, id));
    }
  },
});

/** Says by the clock which failed purchases are due for their next try. */
export const retryJob = defineJob({
  id: 'prepaid.retry',
  payload: T.Object({}),
  every: '1 minute',
  timeoutMs: 30_000,
  async run(ctx) {
    if ((await lookAtDue(ctx.db, ctx.now)) > 0) await ctx.wake(RECONCILE);
  },
});

/** Begins campaigns whose leads are paid, in the name of the company that asked for it: what stands in its way does so here too. */
export const activateJob = defineJob({
  id: ACTIVATE.id,
  payload: T.Object({}),
  timeoutMs: 60_000,
  db: 'intent',
  queue: { agencies: companiesToActivate },
  async run(ctx) {
    try {
      await ctx.transaction((inner) => activateNext(inner, false));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await ctx.transaction((inner) => activateNext(inner, true));
    }
  },
});

/** `inVain`: it was tried, and is not to be tried again. */
async function activateNext(ctx: Ctx, inVain: boolean): Promise<void> {
  const pack = await nextToActivate(ctx.db, ctx.tenant.id);
  if (!pack) return;
  // The campaign before its packs, as everybody else holds them.
  const campaign = await holdCampaign(ctx, pack.campaign_id, 'read');
  await changePack(ctx.db, pack.id, { activate_as: null });
  // One that ran out of leads resumes by itself.
  if (!campaign || campaign.pauseReason === 'wallet_empty') return;
  if (inVain) await tellNotBegun(ctx, campaign.name);
  else await ctx.use(Campaigns).activate(campaign.id);
}

/** A campaign that began, stopped or is gone may have to be reconciled. */
export const onCampaign = subscribe({
  id: 'prepaid.follow-campaign',
  event: CampaignChanged,
  async run(ctx, { campaignId, status }) {
    const campaign = await ctx.use(Campaigns).find(campaignId);
    const isOurs = status === 'active' && campaign !== null && isPackTerm(await termOf(ctx, campaign));
    if (isOurs) await lookAt(ctx.db, campaign);
    if (isOurs || (await lookAgain(ctx.db, campaignId))) await ctx.wake(RECONCILE);
  },
});

/** Another card: what failed with the old one is tried at once. */
export async function onCard(ctx: Ctx, companyId: number): Promise<void> {
  if ((await forgetFailures(ctx.db, companyId)) > 0) await ctx.wake(RECONCILE);
}

/** The packs that are bought with it, as they cost now. */
export async function dueOnNewCard(ctx: Ctx): Promise<Due[]> {
  const due: Due[] = [];
  for (const campaignId of await failedPlans(ctx.db, ctx.tenant.id)) {
    const { campaignName, state, next_leads: count, next_cents: cents } = await balanceOf(ctx, campaignId);
    if (state === 'low' || state === 'empty' || state === 'awaiting')
      due.push({ what: ctx.t('prepaid.ask.leads', { count, campaign: campaignName }), cents });
  }
  return due;
}
