import type { Knex } from 'knex';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import type { Website } from './contract.ts';
import type { PixelRow } from './rows.gen.ts';

/** `seenAt`: null for a pixel that nobody has met. */
export type PixelRecord = Pick<PixelRow, 'key'> & { seenAt: Date | null };
const facts = (campaign: Campaign, website: Website, plugin: string) => ({
  product: campaign.product,
  plugin,
  status: campaign.status,
  timezone: campaign.timezone,
  thank_you_url: website.thankYouUrl,
  hosts: [...website.hosts],
  only_pages: [...website.rules.only],
  never_pages: [...website.rules.never],
  hot_pages: [...website.rules.hot],
  own_networks: [...website.rules.ownNetworks],
  reads_forms: website.readsForms,
  starts_at: campaign.startsAt,
  ends_at: campaign.endsAt,
});

export const findPixel = (db: Knex, campaignId: number): Promise<PixelRecord | undefined> =>
  db('capture_pixel as p')
    .where('p.campaign_id', campaignId)
    .first('p.key', { seenAt: lastSeenAt(db, 'p.campaign_id') });

export const isSeen = (db: Knex, column: string, since: Date, until: Date): Knex.Raw =>
  db.raw('exists (select from capture_pixel_seen s where s.campaign_id = ?? and s.at > ? and s.at <= ?)', [column, since, until]);

export const lastSeenAt = (db: Knex, column: string): Knex.Raw =>
  db.raw('(select s.at from capture_pixel_seen s where s.campaign_id = ??)', [column]);

/** So many of the newest visits are looked at. */
const MOST_LOOKED_AT = 2_000;

/** The newest visit of a campaign since a moment, and how many different pages there were among the newest. */
export async function pagesSeen(db: Knex, campaignId: number, since: Date): Promise<{ newestAt: Date | null; pages: number }> {
  const newest = db('capture_visit')
    .where({ campaign_id: campaignId })
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(MOST_LOOKED_AT);
  const row = (await db
    .from(newest.select('at', 'url').as('v'))
    .select(db.raw('max(at) as newest, count(distinct url)::int as pages'))
    .first()) as { newest: Date | null; pages: number };
  return { newestAt: row.newest, pages: row.pages };
}

/** Makes the campaign's pixel with this key, unless somebody was quicker. */
export async function addPixel(db: Knex, of: { campaign: Campaign; website: Website; plugin: string }, key: string): Promise<void> {
  const { campaign, website, plugin } = of;
  await db('capture_pixel')
    .insert({ campaign_id: campaign.id, company_id: campaign.companyId, key, ...facts(campaign, website, plugin) })
    .onConflict('campaign_id')
    .ignore();
}

/** Brings what is kept of a campaign up to date; does nothing for one without a pixel. */
export async function updatePixel(
  db: Knex,
  of: { campaign: Campaign; website: Website; plugin: string | undefined },
  now: Date,
): Promise<void> {
  const { campaign, website, plugin } = of;
  const { plugin: owner, ...rest } = facts(campaign, website, plugin ?? '');
  await db('capture_pixel')
    .where({ campaign_id: campaign.id })
    .update({
      ...rest,
      ...(plugin === undefined ? {} : { plugin: owner }),
      closed_at: campaign.status === 'active' ? null : db.raw("case when status = 'active' then ?::timestamptz else closed_at end", [now]),
      changed_at: db.raw('clock_timestamp()'),
    });
}

/** The campaign is gone: its pixel collects no more. */
export async function closePixel(db: Knex, campaignId: number, now: Date): Promise<void> {
  await db('capture_pixel')
    .where({ campaign_id: campaignId })
    .update({ status: 'removed', closed_at: now, changed_at: db.raw('clock_timestamp()') });
}

/** What the pipeline asks of the pixels of campaigns. */
export type PixelFacts = Pick<PixelRow, 'closed_at' | 'timezone' | 'only_pages' | 'hot_pages'>;

/** When pixels were last seen to close (null for those that are open), in which zone their days are, and which pages of their sites are meant. */
export async function pixelFacts(db: Knex, campaignIds: readonly number[]): Promise<Map<number, PixelFacts>> {
  const rows = (await db('capture_pixel')
    .whereIn('campaign_id', campaignIds)
    .select('campaign_id', 'closed_at', 'timezone', 'only_pages', 'hot_pages')) as (PixelFacts & { campaign_id: number })[];
  return new Map(rows.map((row) => [row.campaign_id, row]));
}
