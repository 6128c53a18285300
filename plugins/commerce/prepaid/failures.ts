import type { Ctx, TextOf } from '../../../core/contract.ts';
import { mailOwner, ownerOf } from '../../foundation/accounts/shared.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import { type Plan, savePlan } from './plans.store.ts';

type Named = Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'name'>;

const TRIES = 3;
const AGAIN_AFTER_MS = 3_600_000;

/**
 * After a pack that continual top-up wanted was not paid: another try in an hour, or after three in a row, or where no further try can
 * help, it stops and its client and agency are told.
 */
export async function tryFailed(ctx: Ctx, campaign: Named, plan: Plan, why: { reason: TextOf; forGood: boolean }): Promise<void> {
  const failures = plan.failures + 1;
  if (failures < TRIES && !why.forGood) {
    await savePlan(ctx.db, campaign, { failures, retry_at: new Date(ctx.now.getTime() + AGAIN_AFTER_MS) });
    return;
  }
  await savePlan(ctx.db, campaign, { failures, retry_at: null, stopped: 'failures' });
  await ctx.audit({
    action: 'prepaid.continual-gave-up',
    description: `Continual top-up of ${campaign.name} stopped: ${ctx.t(why.reason.key, why.reason.params)}`,
    companyId: campaign.companyId,
    concerns: { kind: 'campaign', id: campaign.id },
    detail: { failures },
  });
  await tellStopped(ctx, campaign, why.reason);
}

/** Mails the owners of a campaign's client and agency that continual top-up has stopped: they run out of leads otherwise. */
async function tellStopped(ctx: Ctx, campaign: Named, reason: TextOf): Promise<void> {
  for (const id of [campaign.companyId, campaign.agencyId]) {
    const owner = await ownerOf(ctx, id);
    if (!owner) continue;
    const params = { name: owner.name, campaign: campaign.name };
    await ctx.mail({
      to: owner.email,
      subject: 'prepaid.mail.stopped.subject',
      text: 'prepaid.mail.stopped.text',
      params,
      texts: { reason },
    });
  }
}

/** Mails the owner of the caller's company that a campaign whose leads are paid could not begin. */
export async function tellNotBegun(ctx: Ctx, campaign: string): Promise<void> {
  await mailOwner(ctx, ctx.tenant, {
    subject: 'prepaid.mail.not-begun.subject',
    text: 'prepaid.mail.not-begun.text',
    params: { campaign },
    about: 'notice',
  });
}
