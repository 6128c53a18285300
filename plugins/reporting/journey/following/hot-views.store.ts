import type { Knex } from 'knex';
import type { Page } from './pages.store.ts';

/** Notes leads on hot pages, each once a day; answers whether there was any news. */
export async function noteHotViews(db: Knex, pages: readonly Page[]): Promise<boolean> {
  if (pages.length === 0) return false;
  const { rowCount } = (await db.raw(
    `insert into journey_hot (lead_id, day, campaign_id, company_id, agency_id, root_id, at, url)
     select * from unnest(?::uuid[], ?::date[], ?::int[], ?::int[], ?::int[], ?::int[], ?::timestamptz[], ?::text[]) order by 1, 2
     on conflict do nothing`,
    [
      pages.map((p) => p.leadId),
      pages.map((p) => p.at.toISOString().slice(0, 10)),
      pages.map((p) => p.campaignId),
      pages.map((p) => p.companyId),
      pages.map((p) => p.agencyId),
      pages.map((p) => p.rootId),
      pages.map((p) => p.at),
      pages.map((p) => p.url),
    ] as unknown as Knex.RawBinding[],
  )) as { rowCount: number };
  return rowCount > 0;
}
