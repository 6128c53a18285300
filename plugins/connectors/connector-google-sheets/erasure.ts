import type { Ctx } from '../../../core/contract.ts';
import { SHEET } from './sheet/sheet.store.ts';

/** Deletes the Google account of a company that is gone, with its token, and all spreadsheets' rows. Files at Google are their owner's. */
export async function eraseCompany(ctx: Ctx, companyId: number): Promise<void> {
  for (const table of [SHEET, 'connector_google_sheets_account']) await ctx.db(table).where({ company_id: companyId }).delete();
}

/** Rows and history go with their spreadsheet. */
export async function eraseCampaign(ctx: Ctx, campaignId: number): Promise<void> {
  await ctx.db(SHEET).where({ campaign_id: campaignId }).delete();
}
