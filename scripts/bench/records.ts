import type { Pool } from 'pg';
import type { Tenant } from '../../core/contract.ts';
import { fill, ownerOf, walletSql } from './installation.ts';

const WALLET_CENTS = 100_000;

/** Row `i` is of the measured agency where it is even; its clients take turns, and so do all others. `n` counts the rows of either. */
const turns = (agencyId: number, count: number): string => `
  create temp table whose as
    select (agency_id = ${agencyId})::int as own, row_number() over (partition by agency_id = ${agencyId} order by t.id) - 1 as place,
      t.id as company_id, agency_id, root_id, a.id as account_id
    from core_tenant t cross join lateral (select min(id) as id from core_account where company_id = t.id) a where kind = 'client';
  create temp table clients as select own, count(*) as n from whose group by own;
  create temp table turn as
    select i, i / 2 as n, (i / 2) / c.n as round, w.* from generate_series(0, ${count - 1}) i join clients c on c.own = 1 - i % 2
    join whose w on w.own = c.own and w.place = (i / 2) % c.n;
  analyze whose; analyze turn`;

const LOG = `
  insert into core_audit (at, action, description, actor_id, actor_name, user_type, ip, request_id, target, company_id, agency_id, root_id)
    select now() - i * interval '20 seconds', (array['accounts.signed-in', 'campaigns.updated', 'clients.updated', 'profile.saved'])[1 + n % 4],
      'Maple changed something', account_id, 'Maple Person', 'client', '127.0.0.1', md5(i::text), company_id::text, company_id, agency_id, root_id from turn`;

const EXCLUSIONS = `
  insert into exclusions_entry (kind, hash, masked, source, created_at, company_id, agency_id, root_id)
    select 'md5', decode(md5(i::text), 'hex'), 'm***@maple.example', 'upload', now() - i * interval '20 seconds',
      case when n % 2 = 0 then agency_id else company_id end, agency_id, root_id from turn`;

const DELIVERIES = `
  insert into integrations_connection (connector, name, state, company_id, agency_id, root_id)
    select 'connector-webhook.custom-integration', 'Maple CRM', (array['ok', 'ok', 'ok', 'failing'])[1 + place % 4], company_id, agency_id, root_id from whose;
  insert into integrations_delivery (connection_id, lead_id, state, attempts, created_at, finished_at, company_id, agency_id, root_id)
    select c.id, gen_random_uuid(), case when n % 50 = 0 then 'failed' else 'delivered' end, 1, now() - i * interval '20 seconds', now() - i * interval '20 seconds',
      t.company_id, t.agency_id, t.root_id from turn t join integrations_connection c on c.company_id = t.company_id`;

const JOURNEYS = `
  insert into journey_lead (lead_id, campaign_id, identified_at, day, first_touch, last_touch, company_id, agency_id, root_id)
    select id, campaign_id, created_at, created_at::date, '{"source": "maple"}', '{"source": "maple"}', company_id, agency_id, root_id from leads_lead;
  insert into journey_page (campaign_id, visitor, at, url, title, enters, lead_id, company_id, agency_id, root_id)
    select campaign_id, person_key, created_at + page * interval '1 minute', 'https://maple.example/page/' || page, 'Maple', page = 1, id, company_id, agency_id, root_id
    from leads_lead cross join generate_series(1, 3) page`;

/** Of the measured agency leads are paid from its wallet, which was filled once. */
const books = (agency: Tenant, count: number): string => `
  ${walletSql(agency, String(WALLET_CENTS))};
  insert into ledger_account (kind, company_id, agency_id, root_id) select 'receivable', company_id, agency_id, root_id from whose;
  insert into ledger_account (kind, company_id, agency_id, root_id) select kind, agency_id, agency_id, root_id from whose, unnest('{revenue,cost,payable}'::text[]) kind
    where place = 0 or own = 0 on conflict do nothing;
  create temp table posted as select gen_random_uuid() as id, t.* from turn t;
  insert into ledger_posting (id, key, content_hash, code, reference, created_at, company_id, agency_id, root_id)
    select id, 'lead:' || id, '', 'wallet.lead', id, now() - i * interval '20 seconds', company_id, agency_id, root_id from posted;
  insert into ledger_entry (posting_id, account_id, amount_cents, created_at, company_id, agency_id, root_id)
    select p.id, a.id, side.cents, now() - i * interval '20 seconds', a.company_id, p.agency_id, p.root_id from posted p
    cross join (values ('receivable', 150), ('revenue', -150), ('cost', 50), ('paid', -50)) side (kind, cents)
    join ledger_account a on a.kind = case when side.kind <> 'paid' then side.kind when p.agency_id = ${agency.id} then 'wallet' else 'payable' end
      and a.company_id = case when side.kind = 'receivable' then p.company_id else p.agency_id end;
  with filled as (
    insert into ledger_posting (id, key, content_hash, code, created_at, company_id, agency_id, root_id)
      select gen_random_uuid(), 'top-up', '', 'wallet.top-up', now() - ${count} * interval '20 seconds', ${ownerOf(agency)} returning *
  ) insert into ledger_entry (posting_id, account_id, amount_cents, created_at, company_id, agency_id, root_id)
    select f.id, a.id, side.sign * (${WALLET_CENTS} + (select 50 * count(*) from turn where own = 1)), f.created_at, f.company_id, f.agency_id, f.root_id from filled f
    cross join (values ('wallet', 1), ('cash', -1)) side (kind, sign) join ledger_account a on a.company_id = f.company_id and a.kind = side.kind`;

const BILLS = `
  insert into billing_invoice (number, term, period_first, period_last, total_cents, credit_cents, fee_cents, paid_cents, state, issued_at, issued_on, paid_at, company_id, agency_id, root_id)
    select 'M-' || i, 'Monthly', date '2026-11-01' - round::int * 30, date '2026-11-30' - round::int * 30, 10000, 0, 0, 10000, (array['paid', 'paid', 'paid', 'failed'])[1 + n % 4],
      now() - i * interval '1 minute', date '2026-11-01' - round::int * 30, now() - i * interval '1 minute', company_id, agency_id, root_id from turn where i < :few;
  insert into warranty_case (lead_id, campaign_id, cause, state, retail_cents, asked_at, answered_at, product, credited_on, company_id, agency_id, root_id)
    select id, campaign_id, 'returned', 'credited', 150, created_at, created_at, product, created_at::date, company_id, agency_id, root_id from leads_lead where retail_cents > 0 order by id limit :few`;

const TELLING = `
  insert into core_mail (recipient, subject, body, state, created_at, company_id, agency_id, root_id)
    select 'person@maple.example', 'Maple', 'Maple', 'sent', now() - i * interval '20 seconds', company_id, agency_id, root_id from turn where i < :few;
  insert into reports_schedule (report, frequency, recipients, created_by, company_id, agency_id, root_id)
    select 'leads', 'weekly', array[account_id], account_id, company_id, agency_id, root_id from whose;
  insert into reports_delivery (schedule_id, first, last, recipient, account_id, state, created_at, company_id, agency_id, root_id)
    select s.id, date '2026-11-01' - t.round::int * 7, date '2026-11-07' - t.round::int * 7, 'person@maple.example', t.account_id, 'sent', now() - t.i * interval '1 minute',
      t.company_id, t.agency_id, t.root_id from turn t join reports_schedule s on s.company_id = t.company_id where t.i < :few;
  insert into view_mode_visit (id, operator_id, operator_name, account_id, account_name, reason, started_at, ends_at, ended_at, ended_how, company_id, agency_id, root_id)
    select gen_random_uuid(), 1, 'Maple Operator', account_id, 'Maple Person', 'Maple', now() - i * interval '1 minute', now() - i * interval '1 minute',
      now() - i * interval '1 minute', 'back', company_id, agency_id, root_id from turn where i < :few;
  insert into open_api_event (position, sandbox, type, data, at, company_id, agency_id, root_id)
    select i, false, 'lead.created', '{}', now() - i * interval '20 seconds', company_id, agency_id, root_id from turn`;

/**
 * What an installation keeps besides its leads: so many rows each of the log, of exclusions, deliveries, charges and events, and a twentieth of that of
 * invoices, returns, mail, mailed reports and looks into accounts. Three pages of each lead's journey.
 */
export async function addRecords(owner: Pool, agency: Tenant, count: number): Promise<void> {
  const few = String(Math.ceil(count / 20));
  const parts = [turns(agency.id, count), LOG, EXCLUSIONS, DELIVERIES, JOURNEYS, books(agency, count), BILLS, TELLING];
  await fill(owner, parts.join(';\n').replaceAll(':few', few));
}
