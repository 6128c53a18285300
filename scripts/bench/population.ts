import type { Pool } from 'pg';
import { fill, install, type Installation } from './installation.ts';
import { sumBooks } from '../../plugins/money/ledger/sums.service.ts';
import { sumDays } from '../../plugins/lead-intake/leads/sums.store.ts';
import { addRecords } from './records.ts';

/** How large an installation is. The agency that is looked at has the campaigns, most of the clients, and half of the leads. */
export interface Size {
  agencies: number;
  clients: number;
  campaigns: number;
  leads: number;
  /** What is kept besides: log entries, deliveries, charges and the like, so many of each. With 0 nothing is left to be done in the background. */
  records: number;
}

export const SIZES: Record<string, Size> = {
  tiny: { agencies: 6, clients: 40, campaigns: 200, leads: 10_000, records: 2_000 },
  small: { agencies: 106, clients: 400, campaigns: 2_000, leads: 100_000, records: 20_000 },
  medium: { agencies: 1_006, clients: 4_000, campaigns: 20_000, leads: 1_000_000, records: 200_000 },
  large: { agencies: 5_006, clients: 10_000, campaigns: 50_000, leads: 5_000_000, records: 1_000_000 },
  huge: { agencies: 5_006, clients: 10_000, campaigns: 50_000, leads: 20_000_000, records: 1_000_000 },
};

/** So many campaigns of the measured agency have leads, and as many of all others: most campaigns of an installation are over. */
const WITH_LEADS = 100;

/** Fills a new installation. Agency A of the fixtures is the one that is looked at. */
export async function populate(
  { owner, fixtures, kernel }: Pick<Installation, 'owner' | 'fixtures' | 'kernel'>,
  size: Size,
): Promise<void> {
  const { a, root } = fixtures;
  await addAgencies(owner, root.id, size.agencies - 2);
  await addClients(owner, a.tenant.id, size.clients - a.clients.length);
  await addPeople(owner);
  await addCampaigns(owner, a.tenant.id, size.campaigns);
  const [own, others] = await Promise.all(['=', '<>'].map((sign) => campaignsOf(owner, sign, a.tenant.id)));
  await addLeads(owner, size.leads, alternately(own!, others!));
  await addDays(owner);
  if (size.records > 0) {
    await addRunningDays(owner, a.tenant.id);
    await addRecords(owner, a.tenant, size.records);
  }
  await owner.query('analyze ledger_account, ledger_entry, ledger_posting, leads_day');
  await sumBooks((step) => kernel.platform.transaction(step));
  await kernel.platform.transaction(sumDays);
  await kernel.features.refresh();
}

/** A new installation of this size. */
export async function installFilled(adminUrl: string, size: Size): Promise<Installation> {
  const installation = await install(adminUrl);
  await populate(installation, size);
  await installation.owner.query('vacuum analyze');
  return installation;
}

/** Agencies with a client each. */
async function addAgencies(owner: Pool, rootId: number, count: number): Promise<void> {
  await owner.query(
    `insert into core_tenant (kind, name, parent_id, created_at)
     select 'agency', 'Maple Agency ' || n, $1, now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
    [rootId, count],
  );
  await owner.query(
    `insert into core_tenant (kind, name, parent_id) select 'client', 'Maple of ' || id, id from core_tenant where name like 'Maple Agency %'`,
  );
}

async function addClients(owner: Pool, agencyId: number, count: number): Promise<void> {
  await owner.query(
    `insert into core_tenant (kind, name, parent_id, created_at)
     select 'client', 'Maple ' || n, $1, now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
    [agencyId, count],
  );
}

/** Somebody for each company that has nobody. */
async function addPeople(owner: Pool): Promise<void> {
  await owner.query(
    `insert into core_account (company_id, email, name, user_type)
     select id, 'person' || id || '@maple.example', 'Maple Person ' || id, case kind when 'client' then 'client' else 'userdownline' end
     from core_tenant t where kind <> 'root' and not exists (select from core_account a where a.company_id = t.id)`,
  );
}

/** Campaigns of the agency's clients in turn, and one for each other client. Most are over. */
async function addCampaigns(owner: Pool, agencyId: number, count: number): Promise<void> {
  const columns =
    'product, name, status, timezone, retail_cents, active_retail_cents, require_email, nationwide, created_at, company_id, agency_id, root_id';
  const values = (n: string): string =>
    `'local', 'Maple ' || ${n}, (array['active', 'stopped', 'ended', 'archived', 'draft'])[1 + ${n} % 5], 'America/Chicago', 150, 150, true, true, now() - ${n} * interval '1 minute', c.id, c.agency_id, c.root_id`;
  await fill(
    owner,
    `
    insert into campaigns_campaign (${columns}) select ${values('n')}
      from (select array_agg(id order by id) as ids from core_tenant where kind = 'client' and agency_id = ${agencyId}) a cross join generate_series(0, ${count - 1}) n
      join core_tenant c on c.kind = 'client' and c.agency_id = ${agencyId} and c.id = a.ids[1 + n % cardinality(a.ids)];
    insert into campaigns_campaign (${columns}) select ${values('c.id')} from core_tenant c where c.kind = 'client' and c.agency_id <> ${agencyId};
    insert into capture_pixel (campaign_id, company_id, agency_id, root_id, key, product, plugin, status, timezone)
      select id, company_id, agency_id, root_id, 'pixel-' || id, product, 'site-id', status, timezone from campaigns_campaign where status <> 'draft';`,
  );
}

async function campaignsOf(owner: Pool, sign: string, agencyId: number): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `select id from campaigns_campaign where agency_id ${sign} $1 order by status = 'active' desc, id limit ${WITH_LEADS}`,
    [agencyId],
  );
  return rows.map(({ id }) => id);
}

const alternately = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from({ length: 2 * Math.max(a.length, b.length) }, (_, n) => (n % 2 === 0 ? a[(n / 2) % a.length]! : b[((n - 1) / 2) % b.length]!));

/** Leads of the campaigns in turn, as many seconds old as the list is long. */
export async function addLeads(owner: Pool, count: number, campaigns: readonly number[]): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where tablename = 'leads_lead' and indexname <> 'leads_lead_pkey'`,
  );
  await fill(
    owner,
    `
    drop index ${indexes.map((i) => i.name).join(', ')};
    insert into leads_lead (id, campaign_id, product, person_key, first_name, last_name, email, phone, city, state, zip, company, source, evidence, created_at, last_seen_at, retail_cents, company_id, agency_id, root_id)
      select gen_random_uuid(), c.id, 'local', sha256(n::text::bytea), 'First' || n % 500, 'Last' || n % 7919, 'person' || n || '@people.example', '3125550100', 'Chicago', 'IL', '60601',
        'Company ' || n % 5003, 'capture.page-view', '{"url": "https://shop.example/page"}', now() - n * interval '1 second', now() - n * interval '1 second', 150, c.company_id, c.agency_id, c.root_id
      from generate_series(0, ${count - 1}) n join campaigns_campaign c on c.id = (array[${campaigns.join(', ')}])[1 + n % ${campaigns.length}];
    ${indexes.map((i) => i.made).join('; ')};
    insert into leads_total (campaign_id, company_id, agency_id, root_id, product, leads)
      select campaign_id, company_id, agency_id, root_id, product, count(*) from leads_lead group by 1, 2, 3, 4, 5;`,
  );
  await owner.query('vacuum analyze leads_lead, leads_total, campaigns_campaign');
}

/** What the leads add up to, by day and by campaign. */
async function addDays(owner: Pool): Promise<void> {
  await fill(
    owner,
    `
    insert into leads_day (campaign_id, company_id, agency_id, root_id, day, product, outcome, observations, retail_cents)
      select campaign_id, company_id, agency_id, root_id, created_at::date, product, 'lead', count(*), sum(retail_cents) from leads_lead group by 1, 2, 3, 4, 5, 6;
    insert into campaigns_window (campaign_id, company_id, agency_id, root_id, kind, starts_on, used)
      select campaign_id, company_id, agency_id, root_id, 'total', '1970-01-01', leads from leads_total;`,
  );
}

/** All running campaigns of the agency were visited and sold leads on each of sixty days; the leads themselves are gone. */
async function addRunningDays(owner: Pool, agencyId: number): Promise<void> {
  await fill(
    owner,
    `
    insert into leads_day (campaign_id, company_id, agency_id, root_id, day, product, outcome, observations, retail_cents, wholesale_cents)
      select c.id, c.company_id, c.agency_id, c.root_id, current_date - ago, c.product, outcome, 3, cents * 450, cents * 100
      from campaigns_campaign c cross join generate_series(0, 59) ago cross join (values ('lead', 1), ('repeat', 0)) o (outcome, cents)
      where c.agency_id = ${agencyId} and c.status = 'active' on conflict do nothing;`,
  );
}
