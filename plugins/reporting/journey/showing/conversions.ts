import { type Contributions, type Ctx, ownedBy, T } from '../../../../core/contract.ts';
import { type CampaignFieldSet, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { PageViews } from '../../../lead-intake/capture/shared.ts';
import { ProductSources } from '../../../lead-products/products/contract.ts';
import type { ConversionFigures, LeadConversions } from '../../reports/contract.ts';
import { amountsText } from '../../reports/shared.ts';
import { conversionsOf, conversionsOfCampaigns, journeysOf } from './journeys.store.ts';

/** Products whose leads come from page views: only these have journeys. */
export const productsWithJourneys = (from: Pick<Contributions, 'of'>): string[] =>
  from
    .of(ProductSources)
    .filter(({ source }) => source.id === PageViews.id)
    .map(({ product }) => product);

/** Conversions in reports. */
export const leadConversions: LeadConversions = {
  async ofLeads(ctx, leadIds) {
    const journeys = await journeysOf(ctx, leadIds);
    return new Map(
      [...journeys].map(([id, { conversions, amount, currency }]) => [id, { conversions, amounts: amountsOf([{ amount, currency }]) }]),
    );
  },
  sources: [PageViews.id],
  async between(ctx, { from, to }, { product }) {
    const pages = ctx.query('JourneyPage').where('at', '>=', from).where('at', '<', to);
    if (product) void pages.whereIn('campaign_id', ctx.use(Campaigns).ids({ product }));
    return summed(await conversionsOf(ctx, pages), () => 0).get(0) ?? { conversions: 0, amounts: new Map() };
  },
  // Figures of agencies are for the root too, who reads no journey.
  async ofAgencies(ctx, { from, to }, { product }) {
    const pages = ctx.db('journey_page').where(ownedBy(ctx.tenant)).where('at', '>=', from).where('at', '<', to);
    if (product) void pages.whereIn('campaign_id', ctx.use(Campaigns).ids({ product }));
    return summed(await conversionsOf(ctx, pages, ['agency_id']), ({ agency_id: id }) => id);
  },
};

/** What the leads of a campaign did in all, in the lists of campaigns. */
export const campaignConversions: CampaignFieldSet = {
  fields: {},
  shown: { conversions: T.Integer(), conversionValue: T.String() },
  ui: {},
  texts: 'journey.campaign',
  async of(ctx: Ctx, campaigns) {
    if (!ctx.can('read', 'JourneyLead')) return new Map();
    const products = new Set<string>(productsWithJourneys({ of: (point) => [...ctx.contributions(point)] }));
    const ids = campaigns.filter(({ product }) => products.has(product)).map(({ id }) => id);
    const found = summed(await conversionsOfCampaigns(ctx, ids), ({ campaign_id: id }) => id);
    return new Map(
      ids.map((id) => [
        id,
        { conversions: found.get(id)?.conversions ?? 0, conversionValue: amountsText(found.get(id)?.amounts ?? new Map()) },
      ]),
    );
  },
  save: async () => {},
};

interface Row {
  conversions: number;
  currency: string | null;
  amount: string;
}

/** Rows of one currency each, together for each of what `of` says they are of. */
function summed<R extends Row>(rows: readonly R[], of: (row: R) => number): Map<number, ConversionFigures> {
  return new Map(
    [...Map.groupBy(rows, of)].map(([id, own]) => [
      id,
      { conversions: own.reduce((all, { conversions }) => all + conversions, 0), amounts: amountsOf(own) },
    ]),
  );
}

const amountsOf = (rows: readonly { currency: string | null; amount: string | null }[]): Map<string, number> =>
  new Map(rows.flatMap(({ currency, amount }) => (currency === null || amount === null ? [] : [[currency, Number(amount)]])));
