import type { Binding, Contributions, TableFilter } from '../../../core/contract.ts';
import { installedProducts } from '../../foundation/companies/shared.ts';
import { LeadFacets } from '../../lead-intake/leads/contract.ts';

const yesNo = (name: string): TableFilter => ({
  name,
  title: `reports.filter.${name}`,
  options: ['yes', 'no'].map((value) => ({ value, title: `reports.filter.${name}.${value}` })),
});

/** What a list says of its own accord says this as well. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = { campaignId: ['companyId', 'product'] };

/** What lists of leads are narrowed by, but for what a list is of anyway, such as a product. */
export function leadFilters(from: Contributions, of: readonly string[]): TableFilter[] {
  const given = new Set(of.flatMap((name) => [name, ...(IMPLIED[name] ?? [])]));
  return allFilters(from).filter(({ name }) => !given.has(name));
}

const allFilters = (from: Contributions): TableFilter[] => [
  { name: 'period', title: 'reports.period', as: 'period' },
  { name: 'companyId', title: 'reports.field.client', ability: ['choose', 'Client'], source: { route: 'clients.choices' } },
  {
    name: 'campaignId',
    title: 'reports.field.campaign',
    also: 'campaign',
    source: { route: 'campaigns.choices', query: { companyId: { from: 'table', field: 'companyId' } } },
  },
  productFilter(from),
  ...from.of(LeadFacets).map(({ name, title, ability, states }): TableFilter => ({
    name,
    title,
    ability,
    options: Object.entries(states).map(([value, state]) => ({ value, title: state.title })),
  })),
  yesNo('converted'),
  { name: 'state', title: 'reports.field.state', source: { route: 'reports.state-choices' } },
  { name: 'tag', title: 'reports.field.tags', ability: ['read', 'LeadTag'], source: { route: 'leads.tags' } },
  yesNo('test'),
];

const productFilter = (from: Contributions): TableFilter => ({
  name: 'product',
  title: 'reports.filter.product',
  options: installedProducts(from).map(({ product }) => ({ value: product, title: `name:${product}` })),
});

/** Names of what the list is narrowed by. */
export const narrowedNames = (from: Contributions): string[] => ['search', ...allFilters(from).map(({ name }) => name)];
/** What the list is narrowed by, for its file. */
export const narrowedLikeTable = (from: Contributions): Record<string, Binding> =>
  Object.fromEntries(narrowedNames(from).map((name) => [name, { from: 'table', field: name }]));
