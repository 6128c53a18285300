import { containing, type RecordSearch } from '../../../core/contract.ts';

/** Operators and sales people find the agencies that they see by name. */
export const agencySearch: RecordSearch = {
  id: 'agencies.search',
  title: 'agencies.list.title',
  icon: 'building-community',
  order: 10,
  ability: ['read', 'Agency'],
  async find(ctx, search, limit) {
    const found = (await ctx
      .query('Agency')
      .join('core_public_company as t', 't.id', 'agencies_profile.company_id')
      .whereNull('t.removed_at')
      .where(containing(['t.name_key'], search))
      .orderBy(['t.name_key', 't.id'])
      .limit(limit)
      .select('t.id', 't.name')) as { id: number; name: string }[];
    return found.map(({ id, name }) => ({ id: String(id), title: name, page: 'agencies.page', params: { id } }));
  },
};
