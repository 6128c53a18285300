import { defineRoute, denied, notFound, T } from '../../../core/contract.ts';
import { companyNames, type CampaignRow } from './campaign.store.ts';
import { toldPeople } from './lead-notices.job.ts';
import { campaignChoices } from './choices-route.ts';

const MOST = 5_000;

/** Campaigns to choose from, whatever their product, for the screens of the user log; and whom a campaign can tell of its leads. */
export const chooserRoutes = [
  campaignChoices({
    id: 'campaigns.choices',
    path: '/campaigns/choices',
    summary: 'Campaigns by name, for filters and choosers: searched, of one client, a page at a time, or the one with an id',
    ability: ['read', 'Campaign'],
  }),
  defineRoute({
    id: 'campaigns.told-options',
    method: 'GET',
    path: '/campaigns/told-options',
    summary: 'People of the agency who can be told of new leads',
    ability: ['update', 'CampaignPrice'],
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    handler: async (ctx) => ({
      options: (await toldPeople(ctx, ctx.tenant.id)).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    }),
  }),
  defineRoute({
    id: 'campaigns.show',
    method: 'POST',
    path: '/configuration/user/show-campaigns',
    summary: 'Campaigns of a company and of those below it',
    ability: 'signed-in',
    viewMode: 'allow',
    unlogged: 'reads only; the specification asks by POST',
    body: T.Object({ companyID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: T.Object({
      campaigns: T.Array(T.Object({ leadspeek_api_id: T.Integer(), campaign_name: T.String(), company_name: T.String() })),
    }),
    async handler(ctx, { body: { companyID } }) {
      if (!ctx.can('read', 'Campaign')) throw denied();
      if (!(await ctx.company(companyID))) throw notFound();
      const rows = (await ctx
        .query('Campaign')
        .whereNot({ status: 'removed' })
        .where((q) => void q.where({ company_id: companyID }).orWhere({ agency_id: companyID }).orWhere({ root_id: companyID }))
        .orderBy(['name_key', 'id'])
        .limit(MOST)) as CampaignRow[];
      const names = await companyNames(ctx, rows);
      return {
        campaigns: rows.map((row) => ({
          leadspeek_api_id: row.id,
          campaign_name: row.name,
          company_name: names.get(row.company_id) ?? '',
        })),
      };
    },
  }),
];
