import type { Knex } from 'knex';
import { asSystem } from '../../../core/boot/as-system.ts';
import { findTenant } from '../../../core/data/tenant.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { Wallet } from '../../../plugins/commerce/wallet/contract.ts';
import { CAMPAIGNS, type CampaignLife, SHOP_CAMPAIGN } from '../campaigns.ts';
import { BRIGHT_CLIENTS, COBALT_CLIENTS, JUNIPER_CLIENTS } from '../clients.ts';

/** Days that a first start lays; the last of them is today. */
export const DAYS = 90;
export const DAY_MS = 86_400_000;

/** The stretch that is laid. */
export interface Stretch {
  /** Midnight, in UTC, of the first day of the whole history: days are numbered from it, also those that are laid later. */
  origin: Date;
  /** What lies after this moment, and not after `to`, is laid. */
  from: Date;
  to: Date;
}

/** A campaign with what its history is made of; `seed` stays the same wherever the demo is made. */
export interface HistoryCampaign {
  id: number;
  seed: string;
  name: string;
  product: string;
  company_id: number;
  agency_id: number;
  root_id: number;
  timezone: string;
  retail: number;
  wholesale: number;
  /** Its agency pays from its data wallet. */
  on_wallet: boolean;
  site: string;
  pages: readonly string[];
  keywords: readonly string[];
  lead_limit: number;
  life: CampaignLife;
}

const PAGES = ['/', '/products', '/pricing', '/about', '/guides/how-to-choose', '/contact', '/cart'];
const SHOP_PAGES = ['/', '/beans', '/story', '/box/house', '/beans'];

interface Row {
  id: number;
  name: string;
  product: string;
  company_id: number;
  agency_id: number;
  root_id: number;
  timezone: string;
  retail_cents: string;
  lead_limit: number;
  client: string;
  on_wallet: boolean;
}

/** The campaigns that have a history: those of the demo that have a life, and with `running` only what collects now. */
export async function campaignsOf(kernel: Kernel, { running }: { running: boolean }): Promise<HistoryCampaign[]> {
  const query = kernel
    .platform('campaigns_campaign as c')
    .join('core_tenant as t', 't.id', 'c.company_id')
    .orderBy('c.id')
    .select('c.id', 'c.name', 'c.product', 'c.company_id', 'c.agency_id', 'c.root_id', 'c.timezone', 'c.retail_cents', 'c.lead_limit')
    .select('t.name as client')
    .select(
      kernel.platform.raw(
        `exists (select from ledger_balance b where b.company_id = c.agency_id and b.kind = 'wallet' and b.in_use) as on_wallet`,
      ),
    );
  if (running) void query.where('c.status', 'active');
  const found: HistoryCampaign[] = [];
  for (const row of (await query) as Row[]) {
    const demo = CAMPAIGNS.find(({ client, name }) => client === row.client && name === row.name);
    if (!demo?.life) continue;
    const isShop = row.name === SHOP_CAMPAIGN;
    const website = [...BRIGHT_CLIENTS, ...JUNIPER_CLIENTS, ...COBALT_CLIENTS].find(({ company }) => company === row.client)?.website;
    found.push({
      id: row.id,
      seed: `${row.client} ${row.name}`,
      name: row.name,
      product: row.product,
      company_id: row.company_id,
      agency_id: row.agency_id,
      root_id: row.root_id,
      timezone: row.timezone,
      retail: Number(row.retail_cents),
      wholesale: await wholesaleOf(kernel, row),
      on_wallet: row.on_wallet,
      site: isShop ? `http://localhost:${kernel.config.shopPort}` : (website ?? ''),
      pages: isShop ? SHOP_PAGES : PAGES,
      keywords: [demo.fields?.locatorkeyword ?? []].flat(),
      lead_limit: row.lead_limit,
      life: demo.life,
    });
  }
  return found;
}

async function wholesaleOf(kernel: Kernel, { agency_id, company_id, product }: Row): Promise<number> {
  const agency = (await findTenant(kernel.platform, agency_id))!;
  return asSystem(kernel, agency, (ctx) => ctx.use(Wallet).wholesaleCents(product, company_id));
}

/** Number between 0 and 1 that is the same wherever the same text is hashed. */
const CHANCE = `
  create function pg_temp.chance(text) returns float8 language sql immutable as
  $$ select ('x' || substr(md5($1), 1, 8))::bit(32)::bigint / 4294967296.0 $$`;

const CAMPAIGN_COLUMNS = `id int, seed text, name text, product text, company_id int, agency_id int, root_id int, timezone text, retail bigint,
  wholesale bigint, on_wallet boolean, site text, pages text[], keywords text[], lead_limit int, life jsonb`;

/** Puts the campaigns where the statements of the history find them, until the transaction ends. */
export async function planCampaigns(trx: Knex, campaigns: readonly HistoryCampaign[]): Promise<void> {
  await trx.raw(CHANCE);
  await trx.raw(`create temp table h_campaign on commit drop as select * from jsonb_to_recordset(?::jsonb) as c (${CAMPAIGN_COLUMNS})`, [
    JSON.stringify(campaigns),
  ]);
}

/**
 * When somebody was there: weeks have their quiet days, the whole grows, one season is better than the others, and some clients do ever
 * worse. Days are numbered from the origin, so a day that is laid later is what it would have been.
 */
const SESSIONS = `
  create temp table h_session on commit drop as
  with day as (
    select c.*, n, (cast(:origin as date) + n) as d, extract(isodow from cast(:origin as date) + n)::int as weekday,
      coalesce((life->>'begins')::int, 0) as begins, coalesce((life->>'silentDays')::int, 0) as silent
    from h_campaign c cross join generate_series(cast(:first as int), cast(:last as int)) n
  ), volume as (
    select day.*, (life->>'perDay')::float8
      * case when weekday > 5 then (life->>'weekend')::float8 when weekday in (2, 3) then 1.08 when weekday = 5 then 0.92 else 1 end
      * (0.72 + 0.5 * least(n, ${DAYS}) / ${DAYS})
      * (1 + 0.5 * exp(-power(n - 74, 2) / 72.0))
      * case when life->>'declines' is null then 1 else greatest(0.2, 1 - greatest(0, n - 58) * 0.03) end
      * (0.82 + 0.36 * pg_temp.chance(seed || n)) as sessions
    from day where n >= begins and (silent = 0 or n < ${DAYS} - silent)
  ), session as (
    select v.id as campaign_id, v.product, v.seed || '/' || n || '/' || k as key,
      (d + make_interval(secs => 23400 + 59400 * (pg_temp.chance(seed || n || 'a' || k) + pg_temp.chance(seed || n || 'b' || k)) / 2))
        at time zone timezone as at
    from volume v cross join generate_series(1, floor(sessions + pg_temp.chance(seed || n || 'r'))::int) k
  )
  select session.*, date_trunc('day', at at time zone c.timezone)::date as day, pg_temp.chance(key || 'kind') as kind, null::text as outcome,
    null::uuid as lead_id
  from session join h_campaign c on c.id = session.campaign_id where at > :from and at <= :to`;

/** How what was observed ends, by the share of each end; the rest of what a source sees is what its last line says. */
const OUTCOMES = `
  update h_session set outcome = case product
    when 'local' then case when kind < 0.1 then 'lead' when kind < 0.15 then 'bot' when kind < 0.19 then 'consent' when kind < 0.2 then 'own_network'
      when kind < 0.232 then 'outside_rules' when kind < 0.236 then 'excluded' else 'no_match' end
    when 'locator' then case when kind < 0.8 then 'lead' when kind < 0.9 then 'outside_rules' when kind < 0.96 then 'incomplete' else 'excluded' end
    when 'enhance' then case when kind < 0.85 then 'lead' else 'nothing_found' end
    else case when kind < 0.62 then 'lead' when kind < 0.87 then 'no_contact' else 'other_company' end end`;

/** Nobody beyond a day's cap becomes a lead; what came before this history counts too. */
const CAPS = `
  update h_session s set outcome = 'cap' from (
    select l.key, row_number() over (partition by l.campaign_id, l.day order by l.at, l.key) + coalesce(d.observations, 0) as place, c.lead_limit
    from h_session l join h_campaign c on c.id = l.campaign_id
    left join leads_day d on d.campaign_id = l.campaign_id and d.day = l.day and d.outcome = 'lead' where l.outcome = 'lead'
  ) p where p.key = s.key and p.place > p.lead_limit and p.lead_limit > 0`;

/** Lays down when somebody came, to which campaign and how that ended. */
export async function planSessions(trx: Knex, { origin, from, to }: Stretch): Promise<void> {
  const numberOf = (at: Date): number => Math.floor((at.getTime() - origin.getTime()) / DAY_MS);
  // A zone's day begins up to half a day before or after that of UTC.
  const days = { first: Math.max(0, numberOf(from) - 1), last: numberOf(to) + 1 };
  await trx.raw(SESSIONS, { origin: origin.toISOString().slice(0, 10), from, to, ...days });
  await trx.raw(OUTCOMES);
  await trx.raw(CAPS);
}
