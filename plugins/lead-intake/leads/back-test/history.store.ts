import type { Knex } from 'knex';

/** A lead of a client: whose, when, and whether of the campaigns that are meant. */
interface LeadBefore {
  key: Buffer;
  at: number;
  isOwn: boolean;
}
/** Key of the person, microseconds since the year 2000, whether it is an own one. */
const RECORD = 32 + 8 + 4;
const YEAR_2000 = Date.UTC(2000);

/**
 * Leads of a client, the oldest first: those of its campaigns `own` before `from`, and those of all others before `to`; none from before `since`.
 * In one piece, because there may be hundreds of thousands.
 */
export async function leadsBefore(
  db: Knex,
  { companyId, own, since, from, to }: { companyId: number; own: readonly number[]; since: Date | null; from: Date; to: Date },
): Promise<LeadBefore[]> {
  const { rows } = (await db.raw(
    `select string_agg(person_key || timestamptz_send(created_at) || int4send(is_own::int), ''::bytea) as packed
     from (
       select person_key, created_at, campaign_id = any(:own::int[]) as is_own from leads_lead
       where company_id = :companyId and not is_test and created_at < :to and created_at >= coalesce(:since::timestamptz, '-infinity')) as lead
     where not is_own or created_at < :from`,
    { companyId, own: own as unknown as Knex.RawBinding, since, from, to },
  )) as { rows: [{ packed: Buffer | null }] };
  const packed = rows[0].packed ?? Buffer.alloc(0);
  const found = Array.from({ length: packed.length / RECORD }, (_, n): LeadBefore => {
    const at = n * RECORD;
    return {
      key: packed.subarray(at, at + 32),
      at: Number(packed.readBigInt64BE(at + 32)) / 1000 + YEAR_2000,
      isOwn: packed.readInt32BE(at + 40) === 1,
    };
  });
  return found.sort((a, b) => a.at - b.at);
}

/** How observations of a campaign ended, by local day and outcome. */
export async function outcomesByDay(
  db: Knex,
  campaignId: number,
  first: string,
  last: string,
): Promise<{ day: string; outcome: string; count: number }[]> {
  return (await db('leads_day')
    .where({ campaign_id: campaignId })
    .whereBetween('day', [first, last])
    .orderBy('day')
    .select(db.raw(`to_char(day, 'YYYY-MM-DD') as day`), 'outcome', 'observations as count')) as {
    day: string;
    outcome: string;
    count: number;
  }[];
}
