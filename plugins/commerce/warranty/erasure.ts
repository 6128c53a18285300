import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';

/** Words and evidence may name people; causes and cents stay with the books. */
const NOTHING = { note: '', answer: '', evidence: '{}' };

async function erase(db: Knex, of: { company_id: number } | { campaign_id: number }): Promise<void> {
  await db('warranty_case').where(of).update(NOTHING);
}

/** Erases what is said about leads of a company that is gone, and ends their warranty. */
export async function eraseCompany(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.db('warranty_lead').where({ company_id: companyId }).delete();
  await erase(ctx.db, { company_id: companyId });
}

/** The same for a campaign; its leads under warranty are forgotten when they are looked for in vain. */
export const eraseCampaign = (ctx: Ctx, campaignId: number): Promise<void> => erase(ctx.db, { campaign_id: campaignId });
