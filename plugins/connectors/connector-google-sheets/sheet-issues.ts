import type { Ctx } from '../../../core/contract.ts';
import { Campaigns, type Campaign, type CampaignIssue } from '../../campaign-management/campaigns/contract.ts';
import { card } from './card.ts';
import { Google } from './google.ts';

const PAGE = '/integrations/google-sheets';

/** Those whose leads are wanted in Google Sheets although neither the client nor its agency has a Google account connected. */
async function withoutAccount(ctx: Ctx, campaigns: readonly Campaign[]): Promise<number[]> {
  const reporting = await ctx.use(Campaigns).reporting(campaigns.map(({ id }) => id));
  const wanting = campaigns.filter(({ id }) => reporting.get(id)?.type === 'GoogleSheet');
  if (wanting.length === 0) return [];
  const served = new Set(await card.serves(ctx, [...new Set(wanting.map(({ companyId }) => companyId))]));
  return wanting.filter(({ companyId }) => !served.has(companyId)).map(({ id }) => id);
}

/** Reports as Google Sheets, and no account whose spreadsheets could take them: leads still come, and mails still go. */
export const sheetIssues: CampaignIssue[] = [
  {
    code: 'connector-google-sheets.issue.account',
    brief: 'connector-google-sheets.issue.account.brief',
    works: true,
    remedy: { title: 'connector-google-sheets.attention.open', address: PAGE },
    among: async (ctx, campaigns) => (ctx.service(Google) ? withoutAccount(ctx, campaigns) : []),
  },
  {
    code: 'connector-google-sheets.issue.unavailable',
    brief: 'connector-google-sheets.issue.unavailable.brief',
    works: true,
    tab: 'settings',
    among: async (ctx, campaigns) => (ctx.service(Google) ? [] : withoutAccount(ctx, campaigns)),
  },
];
