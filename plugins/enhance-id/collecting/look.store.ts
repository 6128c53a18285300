import type { Knex } from 'knex';

/** Agencies with campaigns that are to look for leads. */
export async function agenciesDue(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw('select distinct agency_id from enhance_id_look where look_at <= now()')) as {
    rows: { agency_id: number }[];
  };
  return rows.map((row) => row.agency_id);
}

/** Begins, from the beginning, or ends looking for a campaign. */
export const lookNow = (db: Knex, campaignId: number, companyId: number, isRunning: boolean): Promise<unknown> =>
  db.raw(
    `insert into enhance_id_look (campaign_id, company_id, look_at) values (:campaignId, :companyId, case when :isRunning then now() else 'infinity' end)
     on conflict (campaign_id) do update set look_at = excluded.look_at, seen_to = null`,
    { campaignId, companyId, isRunning },
  );

/** Campaigns of an agency that are to look, the longest waiting first, and up to where each has. They come again after some seconds, whatever happens. */
export async function takeDue(
  db: Knex,
  agencyId: number,
  most: number,
  seconds: number,
): Promise<{ campaignId: number; seenTo: Date | null }[]> {
  const { rows } = (await db.raw(
    `update enhance_id_look set look_at = now() + make_interval(secs => ?) where campaign_id in (
       select campaign_id from enhance_id_look where agency_id = ? and look_at <= now() order by look_at limit ? for update skip locked)
     returning campaign_id, seen_to`,
    [seconds, agencyId, most],
  )) as { rows: { campaign_id: number; seen_to: Date | null }[] };
  return rows.map(({ campaign_id, seen_to }) => ({ campaignId: campaign_id, seenTo: seen_to }));
}

/** Looks again after some seconds, or (null) when something about the campaign changes. */
export const lookAfter = (db: Knex, campaignId: number, seconds: number | null): Promise<unknown> =>
  db('enhance_id_look')
    .where({ campaign_id: campaignId })
    .update({ look_at: seconds === null ? 'infinity' : db.raw('now() + make_interval(secs => ?)', [seconds]) });

export const noteSeen = (db: Knex, campaignId: number, to: Date): Promise<unknown> =>
  db('enhance_id_look').where({ campaign_id: campaignId }).update({ seen_to: to });
