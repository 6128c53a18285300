import type { Knex } from 'knex';

/**
 * When campaigns of a product are to look for whom to ask about, in a table of the product's with `campaign_id`, `look_at` (infinite while a
 * campaign does not run) and `seen_to`.
 */
export class Looks {
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
  }

  /** Agencies with campaigns that are to look. */
  readonly agenciesDue = async (platform: Knex): Promise<number[]> => {
    const { rows } = (await platform.raw('select distinct agency_id from ?? where look_at <= now()', [this.#table])) as {
      rows: { agency_id: number }[];
    };
    return rows.map((row) => row.agency_id);
  };

  /** Begins, from the beginning, or ends looking for a campaign. */
  now = (db: Knex, campaignId: number, companyId: number, isRunning: boolean): Promise<unknown> =>
    db.raw(
      `insert into ${this.#table} (campaign_id, company_id, look_at) values (:campaignId, :companyId, case when :isRunning then now() else 'infinity' end)
       on conflict (campaign_id) do update set look_at = excluded.look_at, seen_to = null`,
      { campaignId, companyId, isRunning },
    );

  /** Campaigns of an agency that are to look, the longest waiting first, and up to where each has. They come again after some seconds, whatever happens. */
  async takeDue(db: Knex, agencyId: number, most: number, seconds: number): Promise<{ campaignId: number; seenTo: Date | null }[]> {
    const { rows } = (await db.raw(
      `with due as materialized (
         select campaign_id from ${this.#table} where agency_id = :agencyId and look_at <= now() order by look_at limit :most for update skip locked)
       update ${this.#table} l set look_at = now() + make_interval(secs => :seconds) from due where l.campaign_id = due.campaign_id
       returning l.campaign_id, l.seen_to`,
      { seconds, agencyId, most },
    )) as { rows: { campaign_id: number; seen_to: Date | null }[] };
    return rows.map(({ campaign_id, seen_to }) => ({ campaignId: campaign_id, seenTo: seen_to }));
  }

  /** Looks again after some seconds, or (null) when something about the campaign changes. */
  after = (db: Knex, campaignId: number, seconds: number | null): Promise<unknown> =>
    db(this.#table)
      .where({ campaign_id: campaignId })
      .update({ look_at: seconds === null ? 'infinity' : db.raw('now() + make_interval(secs => ?)', [seconds]) });

  noteSeen = (db: Knex, campaignId: number, to: Date): Promise<unknown> =>
    db(this.#table).where({ campaign_id: campaignId }).update({ seen_to: to });
}
