import type { RecordSearch } from '../../../core/contract.ts';
import { pageOfInvoices } from './lists.store.ts';

/** Invoices are found by number and by client. */
export const invoiceSearch: RecordSearch = {
  id: 'billing.search',
  title: 'billing.title',
  icon: 'file-invoice',
  order: 40,
  ability: ['read', 'Invoice'],
  async find(ctx, search, limit) {
    const { rows } = await pageOfInvoices(ctx, { search, sort: 'issued_at', order: 'desc', offset: 0, perPage: limit });
    return rows.map(({ id, number }) => ({ id, title: number, page: 'billing.one', params: { id } }));
  },
};
