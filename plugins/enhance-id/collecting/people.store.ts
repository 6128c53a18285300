import type { Knex } from 'knex';
import { NOBODY } from '../../capture/shared.ts';
import type { EnrichmentAnswer } from '../../enrichment/contract.ts';
import type { ClientPerson } from '../../leads/contract.ts';

export interface Found extends Pick<EnrichmentAnswer, 'person' | 'information' | 'groups'> {
  /** Nobody was asked: how it ends. */
  ended?: 'excluded' | 'outside_rules';
}
/** Somebody about whom all suppliers were asked. */
export interface Answered {
  leadId: string;
  key: Buffer;
  answer: Found;
}

/** Of some people those about whom the campaign has not asked. */
export async function newPeople(db: Knex, campaignId: number, people: readonly ClientPerson[]): Promise<ClientPerson[]> {
  const { rows } = (await db.raw('select person_key from enhance_id_person where campaign_id = ? and person_key = any(?::bytea[])', [
    campaignId,
    people.map(({ key }) => key) as unknown as Knex.RawBinding,
  ])) as { rows: { person_key: Buffer }[] };
  const had = new Set(rows.map((row) => row.person_key.toString('hex')));
  return people.filter(({ key }) => !had.has(key.toString('hex')));
}

/** Takes people in hand for some seconds; answers those that nobody else has. */
export async function takePeople(
  db: Knex,
  { campaignId, companyId }: { campaignId: number; companyId: number },
  people: readonly ClientPerson[],
  seconds: number,
): Promise<ClientPerson[]> {
  if (people.length === 0) return [];
  const { rows } = (await db.raw(
    `insert into enhance_id_person (campaign_id, company_id, person_key, lead_id, lease_until)
     select :campaignId, :companyId, key, lead, now() + make_interval(secs => :seconds) from unnest(:keys::bytea[], :leads::uuid[]) as p (key, lead)
     order by key on conflict do nothing returning lead_id`,
    {
      campaignId,
      companyId,
      seconds,
      keys: people.map(({ key }) => key) as unknown as Knex.RawBinding,
      leads: people.map(({ leadId }) => leadId) as unknown as Knex.RawBinding,
    },
  )) as { rows: { lead_id: string }[] };
  const taken = new Set(rows.map((row) => row.lead_id));
  return people.filter(({ leadId }) => taken.has(leadId));
}

/** Takes people in hand anew about whom somebody was asked in vain, or by a worker that is gone. Answers their leads. */
export async function takeAgain(db: Knex, campaignId: number, most: number, seconds: number): Promise<string[]> {
  const { rows } = (await db.raw(
    `update enhance_id_person set lease_until = now() + make_interval(secs => :seconds) where (campaign_id, person_key) in (
       select campaign_id, person_key from enhance_id_person where campaign_id = :campaignId and state = 'asking' and lease_until <= now()
       order by lease_until limit :most for update skip locked)
     returning lead_id`,
    { campaignId, most, seconds },
  )) as { rows: { lead_id: string }[] };
  return rows.map((row) => row.lead_id);
}

/** How many are in hand or wait to become leads. */
export async function openPeople(db: Knex, campaignId: number): Promise<number> {
  const row = (await db('enhance_id_person').where({ campaign_id: campaignId }).whereNot({ state: 'done' }).count({ n: '*' }).first()) as {
    n: string;
  };
  return Number(row.n);
}

/** Keeps what came back about people; they wait to become leads. */
export async function keepAnswers(db: Knex, campaignId: number, answers: readonly { leadId: string; answer: Found }[]): Promise<void> {
  if (answers.length === 0) return;
  await db.raw(
    `update enhance_id_person p set state = 'answered', answer = a.answer, lease_until = now()
     from jsonb_to_recordset(?::jsonb) as a (lead uuid, answer jsonb)
     where p.campaign_id = ? and p.lead_id = a.lead and p.state = 'asking'`,
    [JSON.stringify(answers.map(({ leadId, answer }) => ({ lead: leadId, answer }))), campaignId],
  );
}

/** Asks again after some seconds; after so many tries what came back, which is nothing, is kept. */
export async function askAgain(db: Knex, campaignId: number, leadIds: readonly string[], seconds: number, tries: number): Promise<void> {
  if (leadIds.length === 0) return;
  await db.raw(
    `update enhance_id_person set tries = tries + 1, lease_until = now() + case when tries + 1 >= :tries then '0' else make_interval(secs => :seconds) end,
       state = case when tries + 1 >= :tries then 'answered' else state end
     where campaign_id = :campaignId and lead_id = any(:leadIds::uuid[]) and state = 'asking'`,
    { campaignId, leadIds: leadIds as unknown as Knex.RawBinding, seconds, tries },
  );
}

/** Locks people who wait to become leads and whom nobody else has in hand. */
export async function claimAnswered(
  db: Knex,
  campaignId: number,
  which: { most: number } | { leadIds: readonly string[] },
): Promise<Answered[]> {
  const rows = (await db('enhance_id_person')
    .where({ campaign_id: campaignId, state: 'answered' })
    .modify((q) => {
      if ('most' in which) void q.whereRaw('lease_until <= now()').orderBy('noted_at').limit(which.most);
      else void q.whereIn('lead_id', which.leadIds);
    })
    .forUpdate()
    .skipLocked()
    .select('lead_id', 'person_key', 'answer')) as { lead_id: string; person_key: Buffer; answer: Found | null }[];
  return rows.map(({ lead_id, person_key, answer }) => ({ leadId: lead_id, key: person_key, answer: answer ?? NOTHING }));
}
const NOTHING: Found = { person: NOBODY, information: {}, groups: [] };

/** What came back is in the lead, or worth nothing. */
export const finish = (db: Knex, campaignId: number, leadIds: readonly string[]): Promise<unknown> =>
  db('enhance_id_person').where({ campaign_id: campaignId }).whereIn('lead_id', leadIds).update({ state: 'done', answer: null });

/** Keeps people who wait to become leads out of reach for some seconds. */
export const setBack = (db: Knex, campaignId: number, leadIds: readonly string[], seconds: number): Promise<unknown> =>
  db('enhance_id_person')
    .where({ campaign_id: campaignId })
    .whereIn('lead_id', leadIds)
    .update({ lease_until: db.raw('now() + make_interval(secs => ?)', [seconds]) });

/** What came back so long ago that nobody may use it any more goes. */
export const dropAnswers = (db: Knex, before: Date): Promise<unknown> =>
  db('enhance_id_person').where('noted_at', '<', before).whereNot({ state: 'done' }).update({ state: 'done', answer: null });
