import type { Knex } from 'knex';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import type { RecognisedDay } from '../contract.ts';
import { type ClientHashes, HAS, type Outline } from './outline.ts';

/** One recognised visit. */
export interface Recognition extends Outline {
  at: Date;
  campaignId: number;
  companyId: number;
  agencyId: number;
  rootId: number;
}

/** Column, its type, and where its value comes from. */
const COLUMNS: readonly [name: string, type: string, value: (r: Recognition) => unknown][] = [
  ['at', 'timestamptz', (r) => r.at],
  ['campaign_id', 'int', (r) => r.campaignId],
  ['company_id', 'int', (r) => r.companyId],
  ['agency_id', 'int', (r) => r.agencyId],
  ['root_id', 'int', (r) => r.rootId],
  ['person', 'bigint', (r) => r.person],
  ['zip', 'int', (r) => r.zip],
  ['city', 'int', (r) => r.city],
  ['state', 'text', (r) => r.state],
  ['has', 'smallint', (r) => r.has],
];
const INSERT = `insert into capture_recognition (${COLUMNS.map(([name]) => name).join(', ')}) select * from unnest(${COLUMNS.map(([, type]) => `?::${type}[]`).join(', ')})`;

export async function insertRecognitions(db: Knex, recognitions: readonly Recognition[]): Promise<void> {
  if (recognitions.length === 0) return;
  await db.raw(INSERT, COLUMNS.map(([, , value]) => recognitions.map(value)) as unknown as Knex.RawBinding[]);
}

/** Makes room for the coming weeks, and drops what is older than so many days. */
export const keepRecognitions = (db: Knex, now: Date, days: number): Promise<unknown> =>
  db.raw('select capture_recognition_partitions(?, ?)', [now, days]);

/** Forgets people at clients, each by their hash there. Answers how many visits there were. */
export async function forgetPeople(db: Knex, people: readonly { companyId: number; person: number }[]): Promise<number> {
  const { rowCount } = (await db.raw(
    'delete from capture_recognition r using unnest(?::int[], ?::bigint[]) as p (company_id, person) where r.company_id = p.company_id and r.person = p.person',
    [people.map((p) => p.companyId), people.map((p) => p.person)] as unknown as Knex.RawBinding[],
  )) as { rowCount: number };
  return rowCount;
}

type Wanted = Pick<CampaignRules, 'require' | 'nationwide' | 'states' | 'zips' | 'cities'>;
/**
 * The recognised visits of a campaign in one local day, evaluated by rules as `isWanted` of the intake judges people, and by the exclusion lists of their
 * time. In SQL because a month may hold millions, and a day at a time because sorting them by day takes longer than reading them; a test compares the two.
 */
export async function evaluated(
  db: Knex,
  campaignId: number,
  { day, from, to }: { day: string; from: Date; to: Date },
  rules: Evaluation,
): Promise<RecognisedDay | null> {
  const { rows } = (await db.raw(
    `select count(*)::int as visits, count(*) filter (where ended = 'outside_rules')::int as "outsideRules",
       count(*) filter (where ended = 'excluded')::int as excluded,
       string_agg(int8send(person) || timestamptz_send(at), ''::bytea) filter (where ended is null) as wanted
     from (
       select at, person,
         case when has & :required::int <> :required::int then 'outside_rules'
           when not (:everywhere or state = any(:states::text[]) or zip = any(:zips::int[]) or city = any(:cities::int[])) then 'outside_rules'
           when has & :listed::int <> 0 then 'excluded' end as ended
       from capture_recognition where campaign_id = :campaignId and at >= :from and at < :to) as visit`,
    { ...rules, campaignId, from, to, listed: HAS.listed },
  )) as { rows: [Omit<RecognisedDay, 'day'> & { visits: number }] };
  const { visits, ...found } = rows[0];
  return visits === 0 ? null : { day, ...found };
}

/** Rules as the statement takes them. */
interface Evaluation {
  required: number;
  everywhere: boolean;
  states: Knex.RawBinding;
  zips: Knex.RawBinding;
  cities: Knex.RawBinding;
}

export const evaluationOf = ({ require, nationwide, states, zips, cities }: Wanted, hashes: ClientHashes): Evaluation => ({
  required: (require.email ? HAS.email : 0) | (require.phone ? HAS.phone : 0) | (require.address ? HAS.address : 0),
  everywhere: nationwide || (states.length === 0 && zips.length === 0 && cities.length === 0),
  states: states as unknown as Knex.RawBinding,
  zips: zips.map(hashes.zip),
  cities: cities.map(hashes.city),
});
