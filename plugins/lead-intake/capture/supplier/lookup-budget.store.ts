import type { Knex } from 'knex';

/** A campaign's local day. */
export interface CampaignDay {
  campaignId: number;
  companyId: number;
  day: string;
}

/**
 * Takes up to `want` questions of what a campaign may ask a paid supplier in a day, and answers how many it got; those beyond are counted as
 * refused. Holds the day's row until the transaction ends, so that any number of workers together ask no more than `most`.
 */
export async function takeQuestions(db: Knex, { campaignId, companyId, day }: CampaignDay, want: number, most: number): Promise<number> {
  await db.raw('insert into capture_lookup_campaign (campaign_id, company_id, day) values (?, ?, ?) on conflict do nothing', [
    campaignId,
    companyId,
    day,
  ]);
  const { rows } = (await db.raw(
    `with held as (select asked from capture_lookup_campaign where company_id = :companyId and campaign_id = :campaignId and day = :day for update),
       granted as (select greatest(0, least(:want::int, :most::int - asked)) as got from held)
     update capture_lookup_campaign c set asked = c.asked + got, refused = c.refused + :want::int - got
     from granted where c.company_id = :companyId and c.campaign_id = :campaignId and c.day = :day returning got`,
    { campaignId, companyId, day, want, most },
  )) as { rows: [{ got: number }] };
  return rows[0].got;
}

/** Questions of the last thirty days that were not asked because a campaign's day was used up, over all that the caller sees. */
export async function refusedSince(db: Knex, since: string): Promise<number> {
  const row = (await db('capture_lookup_campaign').where('day', '>=', since).sum('refused as refused').first()) as {
    refused: string | null;
  };
  return Number(row.refused ?? 0);
}
