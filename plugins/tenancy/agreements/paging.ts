import { ListQuery, T } from '../../../core/contract.ts';

const { Page, PerPage, search } = ListQuery(['none']);

/** Query of a list in an order of its own. */
export const Paging = T.Object({ Page, PerPage });
export const SearchedPaging = T.Object({ Page, PerPage, search });
