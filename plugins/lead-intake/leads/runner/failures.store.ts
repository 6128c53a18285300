import type { Knex } from 'knex';

/** An observation that failed alone. */
export interface Failure {
  source: string;
  ref: string;
  campaignId: number;
  companyId: number;
  reason: string;
}
/** Pauses before an observation that failed alone is tried again, in seconds. After the last of them it is dead. */
const PAUSES = [60, 3_600];
/** Days that failures are kept for operators to read. */
const KEEP_DAYS = 90;

/** Notes one more failure; answers after how many seconds to try again, null when that is enough. */
export async function noteFailure(db: Knex, failure: Failure): Promise<number | null> {
  const { rows } = (await db.raw(
    `insert into leads_failure as f (source, ref, campaign_id, company_id, reason, state) values (:source, :ref, :campaignId, :companyId, :reason, 'retrying')
     on conflict (company_id, source, ref) do update set tries = f.tries + 1, reason = excluded.reason, failed_at = now(),
       state = case when f.tries >= :pauses::int then 'dead' else 'retrying' end
     returning tries`,
    { ...failure, reason: failure.reason.slice(0, 500), pauses: PAUSES.length },
  )) as { rows: [{ tries: number }] };
  return PAUSES[rows[0].tries - 1] ?? null;
}

/** Forgets those that went through in the end, and dead ones that nobody needs any more. */
export const dropFailures = (db: Knex, now: Date): Promise<unknown> =>
  db.raw(
    `delete from leads_failure where failed_at < ?::timestamptz - case state when 'dead' then interval '${KEEP_DAYS} days' else interval '7 days' end`,
    [now],
  );
