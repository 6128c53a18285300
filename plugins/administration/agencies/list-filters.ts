import { ListQuery, type Static, T } from '../../../core/contract.ts';
import { asked, COMPANY_USER_SORTS, FilterFields } from '../../foundation/companies/shared.ts';

const YesNo = T.Optional(T.Enum(['T']));

/** What the list of agencies is narrowed by beside its search, and its report with it. */
export const AgencyFilters = { ...FilterFields, apiKey: YesNo, developerMode: YesNo };
export const AgencyListQuery = T.Object({ ...ListQuery(COMPANY_USER_SORTS), ...AgencyFilters });

/** A query of the list; the two filters of the root are fields of their own beside those of the specification's `Filters`. */
export function askedAgencies(query: Static<typeof AgencyListQuery>): ReturnType<typeof asked> {
  const { apiKey, developerMode, Filters, ...rest } = query;
  const names = [Filters, apiKey && 'api_key_generated', developerMode && 'developer_mode_enabled'];
  return asked({ ...rest, Filters: names.filter(Boolean).join(',') });
}
