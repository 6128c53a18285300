import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Person, PersonData } from '../../foundation/privacy/contract.ts';
import type { TargetRow } from './rows.gen.ts';

/** Contacts that wait to become leads; what is one already has no answer any more. */
const contactsOf = (ctx: Ctx, { emails }: Person): Knex.QueryBuilder =>
  ctx
    .db('b2b_id_target')
    .where({ agency_id: ctx.tenant.agencyId })
    .whereRaw(`answer is not null and lower(answer->'person'->>'email') = any(?::text[])`, [emails as unknown as Knex.RawBinding]);

/** Contacts at companies that suppliers named and that are no leads yet. */
export const contactData: PersonData = {
  id: 'b2b-id.contact',
  title: 'b2b-id.privacy.contact',
  order: 82,
  erasing: 'deleted',
  tables: ['b2b_id_target'],
  count: async (ctx, person) => Number(((await contactsOf(ctx, person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = contactsOf(ctx, person).orderBy('id', 'desc').limit(most);
    if (behind) void rows.where('id', '<', behind);
    return ((await rows) as TargetRow[]).map(({ id, campaign_id, answer, noted_at }) => ({
      id,
      at: noted_at,
      what: ctx.t('b2b-id.privacy.contact.what', { campaign: campaign_id }),
      data: { campaign: campaign_id, answer },
    }));
  },
  erase: (ctx, person) => contactsOf(ctx, person).update({ state: 'done', answer: null }),
};
