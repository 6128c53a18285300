import type { Knex } from 'knex';
import { countUpTo, type Ctx } from '../../../../core/contract.ts';
import type { LeadSelection, LeadSelectionsApi } from '../contract.ts';
import { withoutHiddenPhones } from './hidden-phones.ts';
import { columnsOf, inOrder, leadOf, type LeadRecord } from './lead-columns.ts';
import { walkAmong } from './walk.store.ts';

/** The port: leads by what is known of them. */
export const selectionsOf = (ctx: Ctx): LeadSelectionsApi => ({
  count: (selection, most) => countUpTo(ctx.db, most, selected(ctx, selection)),
  async page(selection, { limit, offset = 0 }) {
    const records = (await inOrder(selected(ctx, selection), { sort: 'created', order: 'desc' })
      .offset(offset)
      .limit(limit)
      .select(...columnsOf(ctx))) as LeadRecord[];
    return withoutHiddenPhones(ctx, records.map(leadOf));
  },
  async walk(selection, place, most) {
    const { rows, next } = await walkAmong(ctx, within(ctx, selection), wanted(ctx, selection), place, most);
    return { rows: await withoutHiddenPhones(ctx, rows), next };
  },
});

/** What an index serves. */
function within(ctx: Ctx, { companyId, from, to }: LeadSelection): Knex.QueryBuilder {
  const rows = ctx.query('Lead');
  if (companyId !== undefined) void rows.where({ company_id: companyId });
  if (from) void rows.where('created_at', '>=', from);
  if (to) void rows.where('created_at', '<', to);
  return rows;
}

/** What is looked at of each lead. */
function wanted(ctx: Ctx, { leastObservations, withEmail, withPhone, ...selection }: LeadSelection): Knex.Raw[] {
  const upper = (texts: readonly string[] | undefined) => texts?.map((text) => text.toUpperCase());
  const lower = (texts: readonly string[] | undefined) => texts?.map((text) => text.toLowerCase());
  const among = (column: string, values: readonly (string | number)[] | undefined, type: string): Knex.Raw[] =>
    values ? [ctx.db.raw(`${column} = any(?::${type}[])`, [values as unknown as Knex.RawBinding])] : [];
  return [
    ctx.db.raw('not is_test'),
    ctx.db.raw('erased_at is null'),
    ...(leastObservations === undefined ? [] : [ctx.db.raw('observations >= ?', [leastObservations])]),
    ...(withEmail ? [ctx.db.raw(`email <> ''`)] : []),
    ...(withPhone ? [ctx.db.raw(`phone <> ''`)] : []),
    ...among('campaign_id', selection.campaigns, 'int'),
    ...among('product', selection.products, 'text'),
    ...among('upper(state)', upper(selection.states), 'text'),
    ...among('lower(city)', lower(selection.cities), 'text'),
    ...among('zip', selection.zips, 'text'),
  ];
}

const selected = (ctx: Ctx, selection: LeadSelection): Knex.QueryBuilder =>
  wanted(ctx, selection).reduce((rows, is) => rows.whereRaw(is), within(ctx, selection));
