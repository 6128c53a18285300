import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { Person, PersonData } from '../../../foundation/privacy/contract.ts';
import { Recognitions } from '../contract.ts';
import { NOBODY } from '../../leads/shared.ts';
import { personKeyOf } from '../identity/person.ts';
import { wakeUp, WITHDRAWAL } from '../pipeline/job-ids.ts';
import type { VisitRow } from '../rows.gen.ts';
import { emptyVisits, openVisitsOf, type Outlined, recognitionsAt, visitsOf, withdraw } from './person.store.ts';

const countOf = async (rows: Knex.QueryBuilder): Promise<number> => Number(((await rows.count({ n: '*' }).first()) as { n: string }).n);

/** Visits of leads. Counts stay; an e-mail address has a key also where nobody made a lead of it. */
export const visitData: PersonData = {
  id: 'capture.visit',
  title: 'capture.privacy.visit',
  order: 30,
  erasing: 'anonymised',
  tables: ['capture_visit'],
  async more(ctx, person) {
    const keys = person.emails.flatMap((email) => personKeyOf(ctx, { ...NOBODY, email })?.toString('hex') ?? []);
    return { ...person, keys };
  },
  count: (ctx, person) => countOf(visitsOf(ctx, person)),
  async find(ctx, person, behind, most) {
    const [slot, fingerprint] = behind?.split('~') ?? [];
    const rows = visitsOf(ctx, person).orderBy([
      { column: 'slot', order: 'desc' },
      { column: 'fingerprint', order: 'desc' },
    ]);
    if (slot && fingerprint) void rows.whereRaw('(slot, fingerprint) < (?, ?)', [slot, fingerprint]);
    return ((await rows.limit(most)) as VisitRow[]).map((visit) => ({
      id: `${visit.slot}~${visit.fingerprint}`,
      at: visit.at,
      what: [visit.url, visit.came_from, visit.device?.replaceAll('/', ', ')].filter(Boolean).join(' · '),
      data: { lead: visit.lead_id, url: visit.url, cameFrom: visit.came_from, device: visit.device },
    }));
  },
  erase: emptyVisits,
};

/** Visits that wait or are held for review: ended as if the visitor had taken their consent back, by which pages and links of the browser go too. */
export const openVisitData: PersonData = {
  id: 'capture.open-visit',
  title: 'capture.privacy.open-visit',
  order: 40,
  erasing: 'deleted',
  tables: ['capture_withdrawal'],
  count: async (ctx, person) => (await openVisitsOf(ctx, person)).length,
  async find(ctx, person, behind, most) {
    const visits = (await openVisitsOf(ctx, person)).toReversed().map((visit) => ({ ...visit, id: `${visit.slot}~${visit.fingerprint}` }));
    const from = behind === null ? 0 : visits.findIndex(({ id }) => id === behind) + 1;
    return visits
      .slice(from, from + most)
      .map(({ id, at, url, ip, visitor, details }) => ({ id, at, what: url, data: { url, ip, visitor, details } }));
  },
  async erase(ctx, person) {
    const visits = await openVisitsOf(ctx, person);
    await withdraw(ctx, visits);
    if (visits.length > 0) await wakeUp(ctx, WITHDRAWAL);
    return visits.length;
  },
};

/** The people, as hashes, that somebody is at each client in sight. */
async function hashesOf(ctx: Ctx, { keys }: Person): Promise<{ companyId: number; person: number }[]> {
  const clients = (await ctx.db('capture_pixel').distinct('company_id').pluck('company_id')) as number[];
  return clients.flatMap((companyId) => {
    const personAt = ctx.use(Recognitions).personAt(companyId);
    return keys.map((key) => ({ companyId, person: personAt(Buffer.from(key, 'hex')) }));
  });
}

/** What recognised visits were, for estimates: without a name, but found by who it was. */
export const recognitionData: PersonData = {
  id: 'capture.recognition',
  title: 'capture.privacy.recognition',
  order: 50,
  erasing: 'deleted',
  tables: ['capture_recognition'],
  count: async (ctx, person) => countOf(recognitionsAt(ctx, await hashesOf(ctx, person))),
  async find(ctx, person, behind, most) {
    const rows = recognitionsAt(ctx, await hashesOf(ctx, person))
      .orderBy('at', 'desc')
      .limit(most);
    if (behind) void rows.whereRaw('at < to_timestamp(?::numeric / 1000000)', [behind]);
    const place = ctx.db.raw('(extract(epoch from at) * 1000000)::bigint::text as place');
    const found = (await rows.select('at', 'campaign_id', 'state', 'has', place)) as Outlined[];
    return found.map(({ at, place: id, campaign_id, state, has }) => ({
      id,
      at,
      what: ctx.t('capture.privacy.recognition.what', { campaign: campaign_id }),
      data: { campaign: campaign_id, state, hasEmail: (has & 1) > 0, hasPhone: (has & 2) > 0, hasAddress: (has & 4) > 0 },
    }));
  },
  async erase(ctx, { keys }) {
    let visits = 0;
    for (const key of keys) visits += await ctx.use(Recognitions).forget(Buffer.from(key, 'hex'));
    return visits;
  },
};
