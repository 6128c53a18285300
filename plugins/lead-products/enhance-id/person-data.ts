import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Person, PersonData } from '../../foundation/privacy/contract.ts';
import type { PersonRow } from './rows.gen.ts';

/** By person within each campaign, and by the lead that the question began with. */
const askedAbout = (ctx: Ctx, { keys, leads }: Person): Knex.QueryBuilder =>
  ctx.db('enhance_id_person').whereRaw(
    `(campaign_id, person_key) in (
       select p.campaign_id, p.person_key from enhance_id_campaign c join enhance_id_person p on p.campaign_id = c.campaign_id
       where c.agency_id = ? and (p.person_key = any(select decode(k, 'hex') from unnest(?::text[]) as k) or p.lead_id = any(?::uuid[])))`,
    [ctx.tenant.agencyId, keys as unknown as Knex.RawBinding, leads as unknown as Knex.RawBinding],
  );

/** Questions to suppliers about a person, and what came back and is no lead yet. */
export const questionData: PersonData = {
  id: 'enhance-id.question',
  title: 'enhance-id.privacy.question',
  order: 80,
  erasing: 'deleted',
  tables: ['enhance_id_person'],
  count: async (ctx, person) => Number(((await askedAbout(ctx, person).count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = askedAbout(ctx, person).orderBy('campaign_id', 'desc').limit(most);
    if (behind) void rows.where('campaign_id', '<', behind);
    return ((await rows) as PersonRow[]).map(({ campaign_id, lead_id, state, answer, noted_at }) => ({
      id: String(campaign_id),
      at: noted_at,
      what: ctx.t('enhance-id.privacy.question.what', { campaign: campaign_id }),
      data: { campaign: campaign_id, lead: lead_id, state, answer },
    }));
  },
  erase: (ctx, person) => askedAbout(ctx, person).delete(),
};
