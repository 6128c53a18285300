import type { Knex } from 'knex';

/** What the operator's console shows of the background work, the processes and the outgoing calls. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_job_run add column started_at timestamptz;

    create or replace view core_public_dead_work with (security_invoker = true) as
      select job as name, company_id, agency_id, root_id, note, coalesce(finished_at, run_at) as at, 'job' as kind from core_job_run where state = 'dead'
      union all
      select subscriber, company_id, agency_id, root_id, note, next_at, 'event' from core_outbox_delivery where state = 'dead';

    -- How each job went the last time it had something to do, and when the clock asks for it again.
    create table core_job_state (
      job text primary key,
      started_at timestamptz,
      ms int,
      pieces int,
      error text,
      error_at timestamptz,
      next_at timestamptz
    );
    select core_platform_table('core_job_state', false);

    create table core_process (
      id uuid primary key,
      host text not null,
      pid int not null,
      roles text[] not null,
      versions jsonb not null,
      plugins jsonb not null,
      migrations jsonb not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      stopped_at timestamptz
    );
    create index on core_process (seen_at);
    select core_platform_table('core_process', false);

    -- Outgoing calls by the hour: hosts, counts and times, nothing of what was said.
    create table core_egress_hour (
      hour timestamptz not null,
      host text not null,
      calls int not null,
      failures int not null,
      refusals int not null,
      -- Answered calls by how long they took; the bounds stand in core/egress/egress-log.ts.
      times int[] not null,
      failure text,
      refusal text,
      refused_at timestamptz,
      primary key (hour, host)
    );
    select core_platform_table('core_egress_hour', false);
  `);
}
