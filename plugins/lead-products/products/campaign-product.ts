import { contribute, type Manifest, type Plugin, type TObject, type TSchema } from '../../../core/contract.ts';
import { ActivationGuards, CampaignErasures, CampaignFieldSets, CampaignIssues } from '../../campaign-management/campaigns/contract.ts';
import { Products } from '../../foundation/companies/contract.ts';
import { PricedProducts } from '../../money/pricing/contract.ts';
import { BackTests, ProductSources } from './contract.ts';
import type { ProductDeclaration } from './declaration.ts';
import { campaignPage } from './campaign-page.ts';
import { inCampaignMenu } from './campaign-menu.ts';
import { newCampaignOf, newCampaignRoute } from './client-page.ts';
import { backTestForms, campaignForms } from './forms.ts';
import { ownFields, triedRow } from './own-fields.ts';
import { inside, productMenu, productPages } from './pages.ts';

/** What every product builds on. */
const REQUIRES = {
  attention: '^1',
  launch: '^1',
  products: '^1',
  campaigns: '^1',
  clients: '^1',
  companies: '^1',
  places: '^1',
  pricing: '^1',
};

/** What a product's plugin has beside the product: how it is installed, and whatever else it declares. */
type Rest = Omit<Plugin, 'manifest' | 'derive'> & { manifest: Pick<Manifest, 'version' | 'requires' | 'uses' | 'features' | 'defaultOn'> };

/** The plugin of a product. What is declared of it makes its pages, forms, menu, prices, rights and test lead; `rest` is what only it has. */
export function campaignProduct<F extends Record<string, TSchema>, E extends TObject>(
  declared: ProductDeclaration<F, E>,
  rest: Rest,
): Plugin {
  const product = declared as unknown as ProductDeclaration;
  const { id, title, order, url, onlyNamed, feature, wire, pricing, table, source, guards = [], issues = [], backTest } = product;
  const { manifest, ...further } = rest;
  return {
    ...further,
    manifest: {
      ...manifest,
      id,
      title,
      core: '^1',
      level: 'agency',
      whenOff: 'products.when-off',
      requires: { ...REQUIRES, ...manifest.requires },
    },
    routes: [...(further.routes ?? []), newCampaignRoute(product)],
    erasure: { ...further.erasure, [table.name]: 'delete' },
    columns: { ...further.columns, [table.name]: columnsOf(table) },
    names: { ...further.names, [wire.type]: { name: title, url, ...(onlyNamed && { onlyNamed }), ...(feature && { feature }) } },
    contributions: [
      ...(further.contributions ?? []),
      contribute(Products, { product: wire.type, plugin: id, title, icon: product.icon, order }),
      contribute(PricedProducts, { ...pricing, product: wire.type, prefix: wire.prefix }),
      contribute(CampaignFieldSets, ownFields(product)),
      contribute(ProductSources, { product: wire.type, source }),
      ...(backTest
        ? [
            contribute(BackTests, {
              ...backTest,
              product: wire.type,
              observed: async (ctx, trial, sent, span) =>
                backTest.observed(ctx, trial, await triedRow(ctx, product, trial.rules.id, sent), span),
            }),
          ]
        : []),
      ...guards.map((guard) =>
        contribute(ActivationGuards, async (ctx, campaign) => (campaign.product === wire.type ? guard(ctx, campaign) : [])),
      ),
      ...issues.map((issue) =>
        contribute(CampaignIssues, {
          ...issue,
          async lacking(ctx, running) {
            const lacking = await issue.lacking(ctx, running.of(wire.type));
            return lacking && { ...lacking, when: ctx.db.raw('?? = ? and (?)', [running.column.product, wire.type, lacking.when]) };
          },
        }),
      ),
      contribute(CampaignErasures, async (ctx, campaignId) => void (await ctx.db(table.name).where({ campaign_id: campaignId }).delete())),
    ],
    pages: [...(further.pages ?? []), ...productPages(product), campaignPage(product)],
    extend: [...(further.extend ?? []), ...inCampaignMenu(product, inside(product)), newCampaignOf(product)],
    menu: [...(further.menu ?? []), productMenu(product)],
    landing: [...(further.landing ?? []), { page: `${id}.dashboard`, order: order + 10 }],
    redirects: [...(further.redirects ?? []), { from: `/{${wire.type}}`, to: `${id}.dashboard` }],
    derive: (from) => ({ forms: [...campaignForms(product, from), ...backTestForms(product)] }),
  };
}

const columnsOf = ({ columns }: ProductDeclaration['table']): Record<string, string> => ({
  campaign_id: 'integer',
  ...Object.fromEntries(Object.values(columns).map(({ name, type }) => [name, type])),
});
