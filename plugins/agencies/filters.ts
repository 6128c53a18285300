import { T } from '../../core/contract.ts';
import type { CompanyFilters } from './contract.ts';

const Filter = T.Optional(T.String({ maxLength: 200 }));

/** Query fields by which lists of companies are narrowed. */
export const FilterFields = {
  CardStatus: Filter,
  CampaignStatus: Filter,
  Filters: Filter,
  /** Company numbers separated by commas, left out of the list. */
  Exclude: T.Optional(T.String({ pattern: '^$|^[0-9]{1,9}(,[0-9]{1,9}){0,99}$' })),
};

/** The filters as the plugins are asked for them; fields that callers send empty are none. */
export function filtersOf(query: CompanyFilters & { Exclude?: string }): CompanyFilters & { exclude: number[] } {
  const { CardStatus = '', CampaignStatus = '', Filters = '', Exclude = '' } = query;
  return { CardStatus, CampaignStatus, Filters, exclude: Exclude === '' ? [] : Exclude.split(',').map(Number) };
}
