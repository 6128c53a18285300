import { type Ctx, Problem } from '../../../core/contract.ts';
import { Billing } from '../billing/contract.ts';
import { type Campaign, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { buy, PREPAID_TOPIC } from './buying.service.ts';
import { closePacks, settlePrices, voidUnpaid } from './closing.ts';
import { tryFailed } from './failures.ts';
import { holdPacks, type Pack, packsOf } from './packs.store.ts';
import { type Plan, takeLook } from './plans.store.ts';
import { isPackTerm, termOf } from './terms.ts';

/**
 * Does what follows for a campaign from what happened to its leads: closes what is over, pauses, resumes or ends it, buys the next
 * pack. Safe to repeat: it goes by what stands in the tables. `ctx` is a transaction as the campaign's agency.
 */
export async function reconcile(ctx: Ctx, campaignId: number): Promise<void> {
  const campaign = await holdCampaign(ctx, campaignId, 'read');
  const ended = await endOf(ctx, campaign);
  // Bills before packs, as everybody takes them.
  if (ended !== null) await voidUnpaid(ctx, await packsOf(ctx.db, campaignId), ended);
  await holdPacks(ctx.db, campaignId);
  const plan = await takeLook(ctx.db, campaignId);
  if (!plan) return;
  const packs = await packsOf(ctx.db, campaignId);
  if (ended !== null) await closePacks(ctx, packs, ended);
  else if (campaign) {
    await switchCampaign(ctx, campaign, packs);
    await buyNext(ctx, campaign, plan, packs);
  }
  await settlePrices(ctx, campaignId);
  await ctx.live(PREPAID_TOPIC, plan.companyId);
}

/** Why a campaign delivers nothing of its packs any more; null while it may. */
async function endOf(ctx: Ctx, campaign: Campaign | null): Promise<string | null> {
  if (!campaign || ['stopped', 'archived'].includes(campaign.status)) return 'campaign stopped';
  return isPackTerm(await termOf(ctx, campaign)) ? null : 'payment term changed';
}

/** A campaign that the actor may `action`, held until the transaction ends, so that nobody takes leads meanwhile; null if it is gone. */
export async function holdCampaign(ctx: Ctx, id: number, action: string): Promise<Campaign | null> {
  const held = await ctx.query('Campaign', action).where({ id }).forNoKeyUpdate().first('id');
  return held ? ctx.use(Campaigns).find(id) : null;
}

const remainingOf = (packs: readonly Pack[]): number => packs.reduce((sum, p) => sum + p.remaining, 0);

/** Whether a tenth of the newest paid pack is left, or less. */
export function isLow(packs: readonly Pack[]): boolean {
  const newest = packs.findLast((p) => p.paidAt !== null);
  return newest !== undefined && remainingOf(packs) * 10 <= newest.leads;
}

/** Nothing left: a one-time campaign has ended, another waits for its next pack. Something left: it goes on. */
async function switchCampaign(ctx: Ctx, campaign: Campaign, packs: readonly Pack[]): Promise<void> {
  const campaigns = ctx.use(Campaigns);
  const scope = { companyId: campaign.companyId, campaignId: campaign.id };
  if (remainingOf(packs) > 0) {
    // The agency's wallet pauses for the same cause and says itself when it can pay again.
    if (campaign.pauseReason === 'wallet_empty' && (await walletCanPay(ctx, campaign))) await campaigns.resumeAll(scope, 'wallet_empty');
  } else if ((await termOf(ctx, campaign)) === 'OneTime' && packs.at(-1)?.state === 'used_up') await campaigns.end(campaign.id);
  else await campaigns.pauseAll(scope, 'wallet_empty');
}

async function walletCanPay(ctx: Ctx, campaign: Campaign): Promise<boolean> {
  const wallet = ctx.use(Wallet);
  const cents = await wallet.wholesaleCents(campaign.product, campaign.companyId);
  return (await wallet.affordable(campaign.agencyId, campaign.companyId, cents, 1)).short !== 'wallet';
}

/** Continual top-up: the next pack when the last one runs low, or another try to have it paid. */
async function buyNext(ctx: Ctx, before: Campaign, plan: Plan, packs: readonly Pack[]): Promise<void> {
  if (plan.topUp !== 'continual' || plan.stopped !== null || plan.retryAt !== null || !isLow(packs)) return;
  const campaign = (await ctx.use(Campaigns).find(before.id))!;
  if ((await termOf(ctx, campaign)) !== 'Prepaid' || !(campaign.status === 'active' || campaign.pauseReason === 'wallet_empty')) return;
  const open = packs.find((p) => p.state === 'awaiting');
  if (open?.invoiceId && (await ctx.use(Billing).find(open.invoiceId))?.state === 'paying') return;
  try {
    await buy(ctx, campaign, { activateAs: null, key: null, automatic: true });
  } catch (error) {
    // Nothing was charged: there is no card, or what is to be bought can no longer be.
    if (!(error instanceof Problem)) throw error;
    await tryFailed(ctx, campaign, plan, { reason: { key: error.code, params: error.params }, forGood: error.status !== 409 });
  }
}
