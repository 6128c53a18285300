import { type Action, definePage, type PageDef, type Source } from '../../../core/contract.ts';
import { campaignActions } from './actions.ts';
import { backTestTab } from './back-test/tab.ts';
import type { ProductDeclaration } from './declaration.ts';
import { campaignStates, settingsBlocks } from './pages.ts';

const one = (type: string): Source => ({
  route: 'campaigns.one',
  params: { id: { from: 'path', field: 'id' } },
  query: { type: { value: type } },
  live: 'campaigns',
});

/** Where the tabs of a campaign stand: between these other plugins put theirs. */
const ORDER = { source: 40, settings: 60, estimate: 65 } as const;

/** One campaign of a product: its name, status and price, and a tab for each thing that people look for. The head's answer is the row of all blocks. */
export const campaignPage = (product: ProductDeclaration): PageDef => {
  const { id, wire, feature, tabs = [], backTest } = product;
  return definePage({
    ...(feature && { feature }),
    id: `${id}.campaign`,
    roles: ['campaigns.campaign'],
    values: { product: wire.type },
    path: `/{${wire.type}}/campaign-management/:id`,
    title: 'products.campaign',
    ability: ['read', 'Campaign'],
    period: true,
    above: { page: `${id}.campaigns` },
    head: {
      source: one(wire.type),
      heading: 'campaignName',
      state: { field: 'state', states: campaignStates, note: 'statetext' },
      facts: [
        { field: 'company_name', title: 'products.column.client', as: 'text' },
        { field: 'price_cents', title: 'products.column.price', as: 'money' },
        { field: 'leads', title: 'products.column.leads', as: 'number' },
        { field: 'leadspeek_api_id', title: 'products.column.id', as: 'code' },
      ],
      actions: campaignActions(id).map((action) => onPage(action, `${id}.campaigns`)),
    },
    blocks: [
      {
        as: 'tabs',
        address: true,
        tabs: [
          ...tabs.map((tab, n) => ({ ...tab, ...(n === 0 && { id: 'source' }), order: ORDER.source + n })),
          { id: 'settings', title: 'products.tab.settings', order: ORDER.settings, blocks: settingsBlocks(product, { sections: true }) },
          ...(backTest ? [{ ...backTestTab(id, one(wire.type), { from: 'row', field: 'leadspeek_api_id' }), order: ORDER.estimate }] : []),
        ],
      },
    ],
  });
};

/** What takes a row out of a list leads from the page to that list. */
const onPage = ({ undo: _undo, ...action }: Action, list: `${string}.${string}`): Action => ({
  ...action,
  id: `${action.id}-here`,
  ...(action.after === 'remove-row' && { after: { page: list } }),
});
