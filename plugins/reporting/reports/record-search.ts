import type { RecordSearch } from '../../../core/contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';

/** Leads are found as their list finds them: by the beginning of a name, an e-mail address or a company. */
export const leadSearch: RecordSearch = {
  id: 'reports.search',
  title: 'reports.leads.title',
  icon: 'users',
  order: 30,
  ability: ['read', 'Report'],
  async find(ctx, search, perPage) {
    const { rows } = await ctx.use(Leads).page({ search, sort: 'created', order: 'desc', page: 1, perPage });
    return rows.map(({ id, firstName, lastName, email }) => {
      const name = [firstName, lastName].filter(Boolean).join(' ');
      return { id, title: name || email, ...(name && email ? { note: email } : {}), page: 'reports.leads', query: { open: id } };
    });
  },
};
