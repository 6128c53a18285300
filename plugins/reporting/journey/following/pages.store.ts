import type { Knex } from 'knex';
import type { Touch } from '../touch.ts';
import { PAGES_OF_LEAD, PAGES_OF_VISITOR } from '../limits.ts';

/** A page that a visitor looked at, or what they did on it. */
export interface Page {
  campaignId: number;
  companyId: number;
  agencyId: number;
  rootId: number;
  visitor: Buffer;
  at: Date;
  /** In the campaign's zone. */
  day: string;
  url: string;
  title: string;
  referrer: string;
  params: Touch['params'];
  enters: boolean;
  thankYou: boolean;
  isHot: boolean;
  event: string | null;
  eventId: string | null;
  amount: number | null;
  currency: string | null;
  leadId: string | null;
}
export type Visitor = Pick<Page, 'campaignId' | 'visitor'>;

/** Column, its type, and where its value comes from. */
const COLUMNS: readonly [name: string, type: string, value: (page: Page) => unknown][] = [
  ['campaign_id', 'int', (p) => p.campaignId],
  ['company_id', 'int', (p) => p.companyId],
  ['agency_id', 'int', (p) => p.agencyId],
  ['root_id', 'int', (p) => p.rootId],
  ['visitor', 'bytea', (p) => p.visitor],
  ['at', 'timestamptz', (p) => p.at],
  ['url', 'text', (p) => p.url],
  ['title', 'text', (p) => p.title],
  ['referrer', 'text', (p) => p.referrer],
  ['params', 'jsonb', (p) => p.params && JSON.stringify(p.params)],
  ['enters', 'boolean', (p) => p.enters],
  ['thank_you', 'boolean', (p) => p.thankYou],
  ['event', 'text', (p) => p.event],
  ['event_id', 'text', (p) => p.eventId],
  ['amount', 'bigint', (p) => p.amount],
  ['currency', 'text', (p) => p.currency],
  ['lead_id', 'uuid', (p) => p.leadId],
];
const NAMES = COLUMNS.map(([name]) => name).join(', ');

/** What is beyond the most that is kept of one visitor or lead, and an event that was told before, is left out. */
const INSERT = `
  insert into journey_page (${NAMES})
  select ${NAMES} from (
    select v.*, row_number() over (partition by campaign_id, coalesce(lead_id::text, encode(visitor, 'hex')) order by at) as turn
    from unnest(${COLUMNS.map(([, type]) => `?::${type}[]`).join(', ')}) as v (${NAMES})) v
  where case when lead_id is null
    then turn + (select count(*) from journey_page k where k.campaign_id = v.campaign_id and k.visitor = v.visitor and k.lead_id is null) <= ${PAGES_OF_VISITOR}
    else turn + (select count(*) from journey_page k where k.lead_id = v.lead_id) <= ${PAGES_OF_LEAD} end
  order by campaign_id, visitor, at
  on conflict do nothing`;

export async function insertPages(db: Knex, pages: readonly Page[]): Promise<void> {
  if (pages.length > 0) await db.raw(INSERT, COLUMNS.map(([, , value]) => pages.map(value)) as unknown as Knex.RawBinding[]);
}

/** Counts pages of unknown visitors of a campaign's day, and answers how many there were before. */
export async function countPages(
  db: Knex,
  days: readonly { campaignId: number; companyId: number; day: string; pages: number }[],
): Promise<Map<string, number>> {
  if (days.length === 0) return new Map();
  const { rows } = (await db.raw(
    `insert into journey_day as d (campaign_id, company_id, day, pages)
     select * from unnest(?::int[], ?::int[], ?::date[], ?::int[]) as n (campaign_id, company_id, day, pages) order by campaign_id, day
     on conflict (campaign_id, day) do update set pages = d.pages + excluded.pages
     returning campaign_id, to_char(day, 'YYYY-MM-DD') as day, pages`,
    [
      days.map((d) => d.campaignId),
      days.map((d) => d.companyId),
      days.map((d) => d.day),
      days.map((d) => d.pages),
    ] as unknown as Knex.RawBinding[],
  )) as { rows: { campaign_id: number; day: string; pages: number }[] };
  const added = new Map(days.map((d) => [`${d.campaignId} ${d.day}`, d.pages]));
  return new Map(rows.map((r) => [`${r.campaign_id} ${r.day}`, r.pages - added.get(`${r.campaign_id} ${r.day}`)!]));
}

const keysOf = (visitors: readonly Visitor[]): [campaigns: number[], visitors: Buffer[]] => [
  visitors.map((v) => v.campaignId),
  visitors.map((v) => v.visitor),
];

/** Gives the pages that visitors looked at before anybody knew them to the leads that they became. */
export async function givePages(db: Knex, to: readonly (Visitor & { leadId: string })[]): Promise<void> {
  await db.raw(
    `update journey_page p set lead_id = g.lead_id from unnest(?::int[], ?::bytea[], ?::uuid[]) as g (campaign_id, visitor, lead_id)
     where p.campaign_id = g.campaign_id and p.visitor = g.visitor and p.lead_id is null`,
    [...keysOf(to), to.map(({ leadId }) => leadId)] as unknown as Knex.RawBinding[],
  );
}

/** Forgets the pages of visitors whom nobody knew. */
export async function forgetVisitors(db: Knex, visitors: readonly Visitor[]): Promise<void> {
  if (visitors.length === 0) return;
  await db.raw(
    `delete from journey_page p using unnest(?::int[], ?::bytea[]) as g (campaign_id, visitor)
     where p.campaign_id = g.campaign_id and p.visitor = g.visitor and p.lead_id is null`,
    keysOf(visitors) as unknown as Knex.RawBinding[],
  );
}
