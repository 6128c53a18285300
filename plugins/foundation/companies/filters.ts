import { T } from '../../../core/contract.ts';

export const COMPANY_USER_SORTS = ['company_name', 'name', 'email', 'phonenum', 'actions', 'sales', 'created_at'] as const;

const Filter = T.Optional(T.String({ maxLength: 200 }));

/** Query fields by which lists of companies are narrowed. */
export const FilterFields = {
  CardStatus: Filter,
  CampaignStatus: Filter,
  Filters: Filter,
  /** Company numbers separated by commas, left out of the list. */
  Exclude: T.Optional(T.String({ pattern: '^$|^[0-9]{1,9}(,[0-9]{1,9}){0,99}$' })),
};

/** Sort and search in a path; `null` is how the specification writes a cleared sort. */
export const PathSort = {
  sortby: T.Optional(T.Enum([...COMPANY_USER_SORTS, 'null'])),
  order: T.Optional(T.Enum(['asc', 'desc', 'null'])),
  search: T.Optional(T.String({ maxLength: 100 })),
};
