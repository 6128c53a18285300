import { defineRoute, List, listOfAll, ListQuery, notFound, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { websiteOf } from '../websites.ts';
import { isAllowed } from './hosts.ts';

const { Page, PerPage, search } = ListQuery([]);

export const refusedHostRoutes = [
  defineRoute({
    id: 'capture.refused-hosts',
    method: 'GET',
    path: '/capture/refused-hosts/:campaignId',
    summary: 'Hosts whose page views a campaign refused',
    ability: ['read', 'RefusedHost'],
    params: T.Object({ campaignId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    query: T.Object({ Page, PerPage, search }),
    response: List(
      T.Object({
        campaign_id: T.Integer(),
        host: T.String(),
        beacons: T.Integer(),
        text: T.String(),
        first_at: T.String(),
        last_at: T.String(),
      }),
    ),
    async handler(ctx, { params: { campaignId }, query }) {
      const campaign = await ctx.use(Campaigns).find(campaignId);
      if (!campaign) throw notFound();
      const rows = (await ctx
        .query('RefusedHost')
        .where({ campaign_id: campaignId })
        .orderBy('beacons', 'desc')
        .orderBy('host')
        .select('campaign_id', 'host', 'beacons', 'first_at', 'last_at')) as {
        campaign_id: number;
        host: string;
        beacons: string;
        first_at: Date;
        last_at: Date;
      }[];
      const { hosts } = await websiteOf(ctx, campaignId);
      const shown = rows
        .filter((row) => !isAllowed(hosts, row.host))
        .map((row) => ({
          ...row,
          beacons: Number(row.beacons),
          text: ctx.t('capture.refused.visits', { count: Number(row.beacons) }),
          first_at: row.first_at.toISOString(),
          last_at: row.last_at.toISOString(),
        }));
      return listOfAll(shown, query, ctx.locale, (row) => row.host);
    },
  }),
];
