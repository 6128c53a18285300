import type { Ctx } from '../../../core/contract.ts';
import type { CampaignIssue, Lacking, RunningCampaigns } from '../../campaign-management/campaigns/contract.ts';
import { card } from './card.ts';
import { Google } from './google.ts';

const PAGE = '/integrations/google-sheets';

/** Those whose leads are wanted in Google Sheets although neither the client nor its agency has a Google account connected. */
const withoutAccount = (ctx: Ctx, running: RunningCampaigns): Lacking => ({
  when: ctx.db.raw(`?? = 'GoogleSheet' and ?? not in (?)`, [
    running.column.reportType,
    running.column.companyId,
    card.served(ctx, running.clients()),
  ]),
});

/** Reports as Google Sheets, and no account whose spreadsheets could take them: leads still come, and mails still go. */
export const sheetIssues: CampaignIssue[] = [
  {
    code: 'connector-google-sheets.issue.account',
    brief: 'connector-google-sheets.issue.account.brief',
    works: true,
    remedy: { title: 'connector-google-sheets.attention.open', address: PAGE },
    lacking: async (ctx, running) => (ctx.service(Google) ? withoutAccount(ctx, running) : null),
  },
  {
    code: 'connector-google-sheets.issue.unavailable',
    brief: 'connector-google-sheets.issue.unavailable.brief',
    works: true,
    tab: 'settings',
    lacking: async (ctx, running) => (ctx.service(Google) ? null : withoutAccount(ctx, running)),
  },
];
