import type { Knex } from 'knex';

/** Who is seen for the first time, so that a flood of invented visitors shows its shape; and visits held for review. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A visitor whom the graph does not know, together with the person the page says it is. Keyed hashes: nobody can be read from them.
    create table capture_newcomer (
      campaign_id int not null,
      visitor bytea not null,
      subject bytea not null,
      at timestamptz not null,
      address bytea not null,
      network bytea not null,
      page bytea not null,
      -- Null while it settles.
      judged text check (judged in ('passed', 'limited', 'review')),
      primary key (campaign_id, visitor, subject)
    );
    select core_tenant_table('capture_newcomer');
    create index on capture_newcomer (campaign_id, at);
    create index on capture_newcomer (campaign_id, at) where judged = 'passed';
    create index on capture_newcomer (campaign_id, address, at);
    create index on capture_newcomer (campaign_id, network, at);
    create index on capture_newcomer (company_id);
    create index on capture_newcomer (at);

    alter table capture_visit drop constraint capture_visit_state_check;
    alter table capture_visit add constraint capture_visit_state_check check (state in ('pending', 'lookup', 'review', 'done'));
    -- Why a visit was held, the network it came from as people are shown it, and whether a person let it go on.
    alter table capture_visit add column held_for text, add column held_network text, add column released boolean not null default false;

    -- By campaign as well, so that each gets its turn however many visits of another one wait.
    drop index capture_visit_open;
    create index capture_visit_open on capture_visit (agency_id, state, campaign_id, at) where state <> 'done';

    -- Which visitors are known to be whom their page says (is_known), and which of the others could be found by it (is_resolvable).
    create function capture_acquaintance(visitors bytea[], kinds text[], hashes bytea[]) returns table (n int, is_known boolean, is_resolvable boolean)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select w.n::int, v.person_id is not null and (w.hash is null or h.person_id = v.person_id), h.person_id is not null
      from unnest(visitors, kinds, hashes) with ordinality as w (visitor, kind, hash, n)
      left join capture_identity v on v.kind = 'visitor' and v.value = w.visitor
      left join capture_identity h on h.kind = w.kind and h.value = w.hash
    $$;
  `);
}
