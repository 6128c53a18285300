import { defineRoute, denied, ListQuery, notFound, pageOf, T } from '../../core/contract.ts';
import { companyNames, type CampaignRow } from './campaign.store.ts';
import { toldPeople } from './lead-notices.job.ts';
import { campaignsNamed } from './named.store.ts';

const MOST = 5_000;
const { Page, PerPage, search } = ListQuery([]);
const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Campaigns to choose from, whatever their product, for the screens of the user log; and whom a campaign can tell of its leads. */
export const chooserRoutes = [
  defineRoute({
    id: 'campaigns.choices',
    method: 'GET',
    path: '/campaigns/choices',
    summary: 'Campaigns by name, for filters: searched, of one client, a page at a time, or the one with an id',
    ability: ['read', 'Campaign'],
    query: T.Object({ Page, PerPage, search, value: T.Optional(Id), companyId: T.Optional(Id) }),
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.Optional(T.String()) })) }),
    async handler(ctx, { query: { search: text, value, companyId, ...query } }) {
      const at = pageOf(query);
      const campaigns = await campaignsNamed(ctx, { search: text, id: value, companyId, offset: at.offset, limit: at.perPage });
      const isOwn = ctx.tenant.kind === 'client';
      return { options: campaigns.map(({ id, name, client }) => ({ value: String(id), label: name, ...(isOwn ? {} : { note: client }) })) };
    },
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
        .orderByRaw('lower(name), id')
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
