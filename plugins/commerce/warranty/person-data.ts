import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Person, PersonData } from '../../foundation/privacy/contract.ts';
import type { CaseRow } from './rows.gen.ts';

const ofLeads = (ctx: Ctx, table: string, { leads }: Person): Knex.QueryBuilder =>
  ctx
    .db(table)
    .where({ agency_id: ctx.tenant.agencyId })
    .whereRaw('lead_id = any(?::uuid[])', [leads as unknown as Knex.RawBinding]);

/** What was said about leads that were given back. Causes and amounts stay with the books; the warranty of the others ends, since nobody could check them. */
export const caseData: PersonData = {
  id: 'warranty.case',
  title: 'warranty.privacy.case',
  order: 70,
  erasing: 'anonymised',
  tables: ['warranty_case', 'warranty_lead'],
  count: async (ctx, person) => Number(((await ofLeads(ctx, 'warranty_case', person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = ofLeads(ctx, 'warranty_case', person).orderBy('id', 'desc').limit(most);
    if (behind) void rows.where('id', '<', behind);
    return ((await rows) as CaseRow[]).map(({ id, asked_at, lead_id, cause, note, answer, evidence, state }) => ({
      id: String(id),
      at: asked_at,
      what: [ctx.t(`warranty.cause.${cause}`), note, answer].filter(Boolean).join(' · '),
      data: { lead: lead_id, cause, note, answer, evidence, state },
    }));
  },
  async erase(ctx, person) {
    await ofLeads(ctx, 'warranty_lead', person).delete();
    return ofLeads(ctx, 'warranty_case', person)
      .whereRaw(`(note <> '' or answer <> '' or evidence <> '{}')`)
      .update({ note: '', answer: '', evidence: '{}' });
  },
};
