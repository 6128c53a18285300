import { type Ctx, invalid } from '../../../core/contract.ts';
import { CompanyFacts, type CompanyFilters, type NodeFacts } from './contract.ts';

/** Ids of companies for which all given filters hold; null when none was given. Throws 422 for a filter or value that nobody knows. */
export async function matchingCompanies(ctx: Ctx, { CardStatus, CampaignStatus, Filters }: CompanyFilters): Promise<number[] | null> {
  const asked = [
    ...(CardStatus ? [{ filter: 'CardStatus', value: CardStatus }] : []),
    ...(CampaignStatus ? [{ filter: 'CampaignStatus', value: CampaignStatus }] : []),
    ...(Filters ?? '')
      .split(',')
      .map((value) => ({ filter: 'Filters', value: value.trim() }))
      .filter(({ value }) => value !== ''),
  ];
  let left: number[] | null = null;
  for (const { filter, value } of asked) {
    const found = ctx.contributions(CompanyFacts).flatMap(({ filters }) => {
      const values = filters && Object.hasOwn(filters, filter) ? filters[filter]! : {};
      return Object.hasOwn(values, value) ? [values[value]!] : [];
    });
    if (found.length === 0) throw invalid(filter, 'companies.problem.filter', { value });
    const ids = new Set<number>();
    for (const holds of found) for (const id of await holds(ctx)) ids.add(id);
    left = left ? left.filter((id) => ids.has(id)) : [...ids];
  }
  return left;
}

/** What all plugins know of these companies. One that failed to be paid is failed, whoever says so. */
export async function factsOf(ctx: Ctx, companyIds: readonly number[]): Promise<Map<number, NodeFacts>> {
  const all = new Map<number, NodeFacts>(companyIds.map((id) => [id, {}]));
  if (companyIds.length === 0) return all;
  const asked = ctx.contributions(CompanyFacts).flatMap(({ of }) => (of ? [() => of(ctx, companyIds)] : []));
  for (const known of await ctx.together(asked)) {
    for (const [id, facts] of known) {
      const before = all.get(id);
      if (!before) continue;
      all.set(id, { ...before, ...facts, ...(before.payment_status === 'failed' ? { payment_status: 'failed' } : {}) });
    }
  }
  return all;
}
