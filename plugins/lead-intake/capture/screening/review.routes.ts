import { type Ctx, defineRoute, List, listOf, pageOf, PageQuery, T } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { HELD_FOR } from './newcomers.store.ts';
import { discard, release } from './review.service.ts';
import { heldGroups, heldTotals } from './review.store.ts';

const params = T.Object({ id: T.String({ pattern: '^[0-9a-f]{32}$' }) });
const Said = T.Object({ message: T.String() });

const said = (ctx: Ctx, key: string, count: number) => ({ message: ctx.t(key, { count }) });

export const reviewRoutes = [
  defineRoute({
    id: 'capture.held',
    method: 'GET',
    path: '/capture/held',
    summary: 'Held visits by campaign, reason, network, page and minute',
    ability: ['read', 'HeldVisit'],
    query: T.Object({ ...PageQuery, reason: T.Optional(T.Enum([...HELD_FOR])) }),
    response: List(
      T.Object({
        id: T.String(),
        campaign: T.String(),
        client: T.String(),
        reason: T.Enum([...HELD_FOR]),
        network: T.String(),
        page: T.String(),
        minute: T.String(),
        visits: T.Integer(),
      }),
    ),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await heldGroups(ctx, { ...at, reason: query.reason });
      const campaigns = await ctx.use(Campaigns).byId([...new Set(rows.map((r) => r.campaign_id))]);
      const clients = new Map<number, string>();
      for (const id of new Set(rows.map((r) => r.company_id))) clients.set(id, (await ctx.company(id))?.name ?? '');
      const shown = rows.map(({ id, reason, network, page, visits, minute, campaign_id, company_id }) => ({
        id,
        reason,
        network,
        page,
        visits,
        minute: minute.toISOString(),
        campaign: campaigns.get(campaign_id)?.name ?? '',
        client: clients.get(company_id)!,
      }));
      return listOf(shown, total, at);
    },
  }),
  defineRoute({
    id: 'capture.held-totals',
    method: 'GET',
    path: '/capture/held/totals',
    summary: 'How many visits are held',
    ability: ['read', 'HeldVisit'],
    response: T.Object({ visits: T.Integer(), campaigns: T.Integer() }),
    handler: (ctx) => heldTotals(ctx),
  }),
  defineRoute({
    id: 'capture.release-all',
    method: 'POST',
    path: '/capture/held/release',
    summary: 'Release all held visits',
    ability: ['update', 'HeldVisit'],
    audit: 'capture.held-released',
    response: Said,
    handler: async (ctx) => said(ctx, 'capture.review.released', await release(ctx, null)),
  }),
  defineRoute({
    id: 'capture.discard-all',
    method: 'POST',
    path: '/capture/held/discard',
    summary: 'Discard all held visits',
    ability: ['update', 'HeldVisit'],
    audit: 'capture.held-discarded',
    response: Said,
    handler: async (ctx) => said(ctx, 'capture.review.discarded', await discard(ctx, null)),
  }),
  defineRoute({
    id: 'capture.release',
    method: 'POST',
    path: '/capture/held/:id/release',
    summary: 'Release the held visits of one group',
    ability: ['update', 'HeldVisit'],
    audit: 'capture.held-released',
    params,
    response: Said,
    handler: async (ctx, { params: { id } }) => said(ctx, 'capture.review.released', await release(ctx, id)),
  }),
  defineRoute({
    id: 'capture.discard',
    method: 'POST',
    path: '/capture/held/:id/discard',
    summary: 'Discard the held visits of one group',
    ability: ['update', 'HeldVisit'],
    audit: 'capture.held-discarded',
    params,
    response: Said,
    handler: async (ctx, { params: { id } }) => said(ctx, 'capture.review.discarded', await discard(ctx, id)),
  }),
];
