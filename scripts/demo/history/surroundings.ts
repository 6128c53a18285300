import type { Knex } from 'knex';
import { OLD_CRM } from '../bright-leads.ts';
import type { Stretch } from './plan.ts';

/** What the people of the demo made today was there when its history began. */
export async function dateBack(trx: Knex, { origin }: Stretch): Promise<void> {
  const begun = { origin };
  await trx.raw(
    `update core_tenant set created_at = cast(:origin as timestamptz) - make_interval(days => 40 - least(39, id)) where name <> 'Sunroom Yoga'`,
    begun,
  );
  await trx.raw(
    `update campaigns_campaign c set created_at = cast(:origin as timestamptz) + make_interval(days => coalesce((h.life->>'begins')::int, 0)) from h_campaign h where h.id = c.id`,
    begun,
  );
  const began = `from campaigns_campaign c join h_campaign h on h.id = c.id where x.campaign_id = c.id`;
  await trx.raw(`update billing_terms x set activated_at = c.created_at, term_from = c.created_at ${began}`);
  await trx.raw(`update capture_pixel x set created_at = c.created_at ${began}`);
  await trx.raw(
    `insert into billing_moment (campaign_id, company_id, at, active) select c.id, c.company_id, c.created_at, true
     from campaigns_campaign c join h_campaign h on h.id = c.id on conflict do nothing`,
  );
  // The moves of a campaign cannot be changed by the product; its owner lets the first ones be of the day on which the campaign began.
  await trx.raw('alter table campaigns_move disable trigger append_only');
  await trx.raw(`update campaigns_move x set at = c.created_at + interval '20 minutes' ${began}`);
  await trx.raw('alter table campaigns_move enable trigger append_only');
  await trx.raw(`update integrations_connection set created_at = cast(:origin as timestamptz) + interval '2 days'`, begun);
}

/** Days since which the old system takes nothing. */
const BROKEN_DAYS = 3;
const DELIVERIES = `
  insert into integrations_delivery (connection_id, company_id, lead_id, state, attempts, response, created_at, next_at, finished_at)
  select k.id, k.company_id, l.id, s.ended, case when s.ended = 'failed' then 4 when chance < 0.02 then 2 else 1 end,
    case s.ended when 'delivered' then 'HTTP 200: ok' when 'rejected' then 'HTTP 422: the address is known already' else 'HTTP 503: moved to another system' end,
    l.created_at + interval '2 seconds',
    case s.ended when 'failed' then cast(:to as timestamptz) + interval '2 hours' + make_interval(mins => (240 * chance)::int) else l.created_at + interval '3 seconds' end,
    case s.ended when 'failed' then null else l.created_at + interval '3 seconds' end
  from integrations_connection k join leads_lead l on l.company_id = k.company_id and l.created_at > k.created_at and not l.is_test
  cross join lateral (select pg_temp.chance(k.name || l.email) as chance) r
  cross join lateral (select case when k.name = :old and l.created_at > cast(:to as timestamptz) - interval '${BROKEN_DAYS} days' then 'failed'
    when chance > 0.988 then 'rejected' else 'delivered' end as ended) s
  where k.enabled and exists (select from h_campaign c where c.id = l.campaign_id) order by l.created_at on conflict do nothing`;

/** What connected systems were sent: most of it at once, some in vain, and one system takes nothing any more. */
export async function deliver(trx: Knex, { to }: Stretch): Promise<void> {
  await trx.raw(DELIVERIES, { to, old: OLD_CRM });
  await trx.raw(
    `update integrations_connection set state = 'failing', failures = 6, last_result = 'HTTP 503: moved to another system', last_at = :to,
       rest_until = cast(:to as timestamptz) + interval '15 minutes' where name = :old`,
    { to, old: OLD_CRM },
  );
  await trx.raw(`update integrations_connection set state = 'ok', last_result = 'HTTP 200: ok', last_at = :to where name <> :old`, {
    to,
    old: OLD_CRM,
  });
}

/** Leads young enough to be given back; those of the history were looked over when they came. */
export const coverLeads = (trx: Knex, { to }: Stretch): Promise<unknown> =>
  trx.raw(
    `insert into warranty_lead (lead_id, company_id, due, is_new, created_at)
     select l.id, l.company_id, false, false, l.created_at from leads_lead l join h_campaign c on c.id = l.campaign_id
     where l.created_at > cast(:to as timestamptz) - interval '30 days' and not l.is_test on conflict do nothing`,
    { to },
  );

/** The log is not dated back: what it says of the history stands in it as seeded, in its words and in its details. */
export const noteInLog = (trx: Knex, { to }: Stretch): Promise<unknown> =>
  trx.raw(
    `insert into core_audit (at, action, description, actor_id, actor_name, user_type, ip, request_id, target, detail, company_id, agency_id, root_id)
     select * from (
       select p.created_at as at, 'wallet.topped-up', 'Seeded with the demo: ' || p.description, 0, 'Demo history', 'system', '', '', p.id::text,
         jsonb_build_object('seeded', true, 'cents', p.amount_cents), p.company_id, p.agency_id, p.root_id
       from payments_operation p where p.kind = 'wallet.top-up' and p.created_at < cast(:to as timestamptz) - interval '1 hour'
       union all
       select p.finished_at, 'payments.' || p.state, 'Seeded with the demo: ' || p.description || ' ' || p.state, 0, 'Demo history', 'system', '', '', p.id::text,
         jsonb_build_object('seeded', true, 'cents', p.amount_cents), p.company_id, p.agency_id, p.root_id
       from payments_operation p where p.kind = 'billing.invoice' and p.created_at < cast(:to as timestamptz) - interval '1 hour'
       union all
       select w.answered_at, 'warranty.lead-credited', 'Seeded with the demo: a lead was credited', 0, 'Demo history', 'system', '', '', w.lead_id::text,
         jsonb_build_object('seeded', true, 'cents', w.retail_cents), w.company_id, w.agency_id, w.root_id
       from warranty_case w where w.state = 'credited'
       union all
       select (d.day + time '08:10' + make_interval(secs => 5400 * pg_temp.chance(a.email || d.day))) at time zone 'America/Chicago', 'accounts.signed-in',
         'Seeded with the demo: ' || a.name || ' signed in', a.id, a.name, a.user_type, '198.51.100.' || (a.id % 250), '', null, '{"seeded": true}', a.company_id,
         t.agency_id, t.root_id
       from core_account a join core_tenant t on t.id = a.company_id and t.agency_id is not null
       cross join generate_series(cast(:from as timestamptz), cast(:to as timestamptz) - interval '2 days', interval '1 day') g
       cross join lateral (select g::date as day) d
       where a.email like '%@demo.test' and a.email <> 'newcomer@demo.test' and extract(isodow from d.day) < 6 and pg_temp.chance(a.email || d.day || 'in') < 0.45
     ) seeded order by at`,
    { from: new Date(to.getTime() - 88 * 86_400_000), to },
  );
