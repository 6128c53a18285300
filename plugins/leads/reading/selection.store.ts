import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Lead, LeadSelection, LeadSelectionsApi } from '../contract.ts';
import { withoutHiddenPhones } from './hidden-phones.ts';
import { columnsOf, leadOf, type LeadRecord } from './lead-columns.ts';

/** The port: leads by what is known of them. */
export const selectionsOf = (ctx: Ctx): LeadSelectionsApi => ({
  async count(selection, most) {
    const some = selected(ctx, selection).select(ctx.db.raw('1')).limit(most).as('some');
    const { n } = (await ctx.db.from(some).count({ n: '*' }).first()) as { n: string };
    return { total: Number(n), isLeast: Number(n) === most };
  },
  async page(selection, { limit, offset = 0, after }) {
    const rows = selected(ctx, selection).orderBy([{ column: 'created_at', order: 'desc' }, { column: 'id' }]);
    if (after) behind(rows, after);
    const records = (await rows
      .offset(offset)
      .limit(limit)
      .select(...columnsOf(ctx))) as LeadRecord[];
    return withoutHiddenPhones(ctx, records.map(leadOf));
  },
});

/** The plain bound is what an index serves. */
const behind = (rows: Knex.QueryBuilder, { createdAt, id }: Pick<Lead, 'id' | 'createdAt'>): Knex.QueryBuilder =>
  rows.where('created_at', '<=', createdAt).whereRaw('(created_at < ? or id > ?::uuid)', [createdAt, id]);

function selected(ctx: Ctx, selection: LeadSelection): Knex.QueryBuilder {
  const { companyId, from, to, leastObservations, withEmail, withPhone } = selection;
  const rows = ctx.query('Lead').where({ is_test: false });
  if (companyId !== undefined) void rows.where({ company_id: companyId });
  if (from) void rows.where('created_at', '>=', from);
  if (to) void rows.where('created_at', '<', to);
  if (leastObservations !== undefined) void rows.where('observations', '>=', leastObservations);
  if (withEmail) void rows.whereNot({ email: '' });
  if (withPhone) void rows.whereNot({ phone: '' });
  const among = (column: string, values: readonly (string | number)[] | undefined, type: string): void => {
    if (values) void rows.whereRaw(`${column} = any(?::${type}[])`, [values as unknown as Knex.RawBinding]);
  };
  among('campaign_id', selection.campaigns, 'int');
  among('product', selection.products, 'text');
  among(
    'upper(state)',
    selection.states?.map((state) => state.toUpperCase()),
    'text',
  );
  among(
    'lower(city)',
    selection.cities?.map((city) => city.toLowerCase()),
    'text',
  );
  among('zip', selection.zips, 'text');
  return rows;
}
