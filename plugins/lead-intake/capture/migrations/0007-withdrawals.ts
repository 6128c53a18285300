import type { Knex } from 'knex';

/** Visitors who took their consent back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- For a day: page views that were on their way come later, and are not to be worked.
    create table capture_withdrawal (
      visitor text not null,
      at timestamptz not null default now(),
      -- Null until what was known of the visitor is forgotten.
      done_at timestamptz
    );
    select core_tenant_table('capture_withdrawal');
    alter table capture_withdrawal add primary key (company_id, visitor);
    create index on capture_withdrawal (agency_id, at) where done_at is null;
    create index on capture_withdrawal (at);

    -- Nobody is recognised by these visitor ids any more. Answers whom they were, by position.
    create function capture_forget_visitors(visitors bytea[]) returns table (n int, person_key bytea)
      language sql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      with gone as (delete from capture_identity i where i.kind = 'visitor' and i.value = any(visitors) returning i.value, i.person_id)
      select w.n::int, p.person_key
      from unnest(visitors) with ordinality as w (visitor, n)
      join gone g on g.value = w.visitor
      join capture_person p on p.id = g.person_id
    $$;
  `);
}
