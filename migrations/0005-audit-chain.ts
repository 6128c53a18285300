import type { Knex } from 'knex';

/**
 * The log becomes tamper-evident: each row is chained to the one before it, per root company, under a key the database does not
 * have. Rows are written unsealed and wait in a queue, so that business transactions never wait for one another at the chain's end.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an operator may do while looking through somebody else's account; null = the default.
    alter table core_account add column view_rights jsonb;

    create table core_audit_pending (audit_id bigint primary key, root_id int not null);
    select core_platform_table('core_audit_pending', false);
    create index on core_audit_pending (root_id, audit_id);
    create function core_audit_enqueue() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      insert into core_audit_pending select id, root_id from fresh;
      perform pg_notify('core_wake', 'core.audit-seal');
      return null;
    end $$;
    create trigger enqueue after insert on core_audit referencing new table as fresh for each statement execute function core_audit_enqueue();
    insert into core_audit_pending select id, root_id from core_audit;

    create table core_audit_seal (
      seq bigint not null,
      audit_id bigint not null,
      hash bytea not null check (length(hash) = 32),
      sealed_at timestamptz not null default now()
    );
    select core_tenant_table('core_audit_seal');
    alter table core_audit_seal add primary key (root_id, seq);
    create unique index core_audit_seal_row on core_audit_seal (root_id, audit_id);
    select core_append_only_table('core_audit_seal');

    -- Where the chain begins since its old front was dropped: the last dropped link, signed.
    create table core_audit_checkpoint (
      seq bigint not null,
      audit_id bigint not null,
      hash bytea not null check (length(hash) = 32),
      signature bytea not null check (length(signature) = 32),
      created_at timestamptz not null default now()
    );
    select core_tenant_table('core_audit_checkpoint');
    alter table core_audit_checkpoint add primary key (root_id, seq);
    select core_append_only_table('core_audit_checkpoint');

    -- The one way out of these two tables is core_audit_prune; the serving role has no right to delete by itself.
    create or replace function core_refuse_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and tg_level = 'ROW' and tg_table_name in ('core_audit', 'core_audit_seal')
        and current_setting('app.audit_prune', true) = 'on' then return old; end if;
      raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
    end $$;
    create function core_audit_prune(root int, upto bigint, link bytea, signed bytea) returns int language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' set app.audit_prune = 'on' as $$
    declare dropped int; last_row bigint;
    begin
      select s.audit_id into last_row from core_audit_seal s where s.root_id = root and s.seq = upto and s.hash = link;
      if last_row is null then raise exception 'link % is not in the chain of %', upto, root using errcode = 'check_violation'; end if;
      if exists (select from core_audit_seal s join core_audit a on a.id = s.audit_id
                 where s.root_id = root and s.seq <= upto and a.at > now() - interval '24 months') then
        raise exception 'rows younger than 24 months stay' using errcode = 'check_violation';
      end if;
      insert into core_audit_checkpoint (company_id, seq, audit_id, hash, signature) values (root, upto, last_row, link, signed);
      delete from core_audit a using core_audit_seal s where s.root_id = root and s.seq <= upto and a.id = s.audit_id and a.root_id = root;
      get diagnostics dropped = row_count;
      delete from core_audit_seal s where s.root_id = root and s.seq <= upto;
      return dropped;
    end $$;

    -- For the list of actions and the filter by action.
    create index core_audit_by_action on core_audit (agency_id, action, id desc);
    create index core_audit_by_root_action on core_audit (root_id, action, id desc);
    create index core_audit_by_root on core_audit (root_id, id desc);
  `);
}
