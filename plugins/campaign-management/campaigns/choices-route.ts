import { type Ability, type Ctx, defineRoute, type Id, ListQuery, pageOf, T } from '../../../core/contract.ts';
import { type CampaignsWanted, campaignsNamed } from './named.store.ts';

const { Page, PerPage, search } = ListQuery([]);
const CampaignNumber = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

/**
 * A route that offers campaigns by name to a chooser: searched, of one client, a page at a time, or the one with an id. `which` narrows it to
 * those that may be chosen.
 */
export const campaignChoices = (
  { ability, ...route }: { id: Id; path: string; summary: string; ability: Ability },
  which: (ctx: Ctx) => Pick<CampaignsWanted, 'products' | 'without'> = () => ({}),
) =>
  defineRoute({
    ...route,
    method: 'GET',
    ability,
    query: T.Object({ Page, PerPage, search, value: T.Optional(CampaignNumber), companyId: T.Optional(CampaignNumber) }),
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.Optional(T.String()) })) }),
    async handler(ctx, { query: { search: text, value, companyId, ...query } }) {
      const { offset, perPage: limit } = pageOf(query);
      const campaigns = await campaignsNamed(ctx, { ...which(ctx), search: text, id: value, companyId, offset, limit });
      const isOwn = ctx.tenant.kind === 'client';
      return { options: campaigns.map(({ id, name, client }) => ({ value: String(id), label: name, ...(isOwn ? {} : { note: client }) })) };
    },
  });
