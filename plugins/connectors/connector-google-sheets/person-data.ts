import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Person, PersonData } from '../../foundation/privacy/contract.ts';
import { askErasures, erasuresOf } from './sheet/erasures.store.ts';
import { WRITE } from './sheet/sheets.service.ts';

const rowsOf = (ctx: Ctx, { leads }: Person): Knex.QueryBuilder =>
  ctx.db('connector_google_sheets_row as r').whereRaw('r.lead_id = any(?::uuid[])', [leads as unknown as Knex.RawBinding]);

interface Told {
  id: string;
  lead_id: string;
  state: string;
  queued_at: Date;
  name: string;
}

/** In which spreadsheets leads stand. Rows that were written are taken out there, and what waits is never written. */
export const rowData: PersonData = {
  id: 'connector-google-sheets.row',
  title: 'connector-google-sheets.privacy.row',
  order: 65,
  erasing: 'anonymised',
  tables: ['connector_google_sheets_row', 'connector_google_sheets_erasure'],
  count: async (ctx, person) => Number(((await rowsOf(ctx, person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const id = ctx.db.raw(`r.lead_id || '~' || r.sheet_id as id`);
    const rows = rowsOf(ctx, person)
      .join('connector_google_sheets_sheet as s', 's.id', 'r.sheet_id')
      .orderBy([
        { column: 'r.lead_id', order: 'desc' },
        { column: 'r.sheet_id', order: 'desc' },
      ])
      .limit(most);
    const [lead, sheet] = behind?.split('~') ?? [];
    if (lead && sheet) void rows.whereRaw('(r.lead_id, r.sheet_id) < (?::uuid, ?::int)', [lead, sheet]);
    const told: readonly Told[] = await rows.select(id, 'r.lead_id', 'r.state', 'r.queued_at', 's.name');
    return told.map((row) => ({
      id: row.id,
      at: row.queued_at,
      what: row.name,
      data: { lead: row.lead_id, spreadsheet: row.name, state: row.state },
    }));
  },
  async erase(ctx, { leads }, request) {
    const count = await askErasures(ctx, leads, request);
    if (count > 0) await ctx.wake(WRITE);
    return count;
  },
  elsewhere: async (ctx, request) =>
    (await erasuresOf(ctx, request)).map(({ name, state, asked_at: askedAt, finished_at: finishedAt }) => ({
      name: ctx.t('connector-google-sheets.erasure', { name }),
      state,
      answer: ctx.t(`connector-google-sheets.erasure.${state}`),
      askedAt,
      finishedAt,
    })),
};
