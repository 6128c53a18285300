import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Person, PersonData } from '../../foundation/privacy/contract.ts';
import { forgetOrigins } from './forget-origins.ts';
import type { PageRow } from './rows.gen.ts';

const ofLeads = (ctx: Ctx, table: string, { leads }: Person): Knex.QueryBuilder =>
  ctx.db(table).whereRaw('lead_id = any(?::uuid[])', [leads as unknown as Knex.RawBinding]);

/** What is left of a page that was erased: that somebody converted there. */
const NOWHERE = { url: '', title: '', referrer: '', params: null, event: null, event_id: null };
const isLeft = `(thank_you or amount is not null)`;

/** Pages that leads looked at, and how they came. What they did counts as before. */
export const journeyData: PersonData = {
  id: 'journey.page',
  title: 'journey.privacy.page',
  order: 20,
  erasing: 'deleted',
  tables: ['journey_page', 'journey_lead', 'journey_hot', 'journey_origin'],
  count: async (ctx, person) =>
    Number(((await ofLeads(ctx, 'journey_page', person).where('url', '<>', '').count({ n: '*' }).first()) as { n: string }).n),
  async find(ctx, person, behind, most) {
    const rows = ofLeads(ctx, 'journey_page', person).where('url', '<>', '').orderBy('id', 'desc').limit(most);
    if (behind) void rows.where('id', '<', behind);
    return ((await rows) as PageRow[]).map(({ id, at, url, title, referrer, params, event, amount, currency, lead_id }) => ({
      id,
      at,
      what: [event, title, url].filter(Boolean).join(' · '),
      data: { lead: lead_id, url, title, referrer, params, event, amount, currency },
    }));
  },
  async erase(ctx, person) {
    const deleted = await ofLeads(ctx, 'journey_page', person).whereRaw(`not ${isLeft}`).delete();
    const emptied = await ofLeads(ctx, 'journey_page', person)
      .where('url', '<>', '')
      .update({ ...NOWHERE, visitor: ctx.db.raw('substr(sha256(uuid_send(gen_random_uuid())), 1, 16)') });
    await ofLeads(ctx, 'journey_hot', person).delete();
    await forgetOrigins(ctx, person.leads);
    await ofLeads(ctx, 'journey_lead', person).update(
      Object.fromEntries(
        ['first_touch', 'last_touch'].map((touch) => [
          touch,
          ctx.db.raw(`jsonb_build_object('at', ??->'at', 'url', '', 'referrer', '', 'params', '{}'::jsonb)`, [touch]),
        ]),
      ),
    );
    return deleted + emptied;
  },
};
