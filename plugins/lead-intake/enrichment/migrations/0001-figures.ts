import type { Knex } from 'knex';

/** What each supplier was asked, what it knew and what that cost. All of it is the root's, and written by functions, because agencies' jobs ask. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- By UTC day; the row is also what holds a supplier's budget of the day.
    create table enrichment_day (
      supplier text not null,
      day date not null,
      asked int not null default 0,
      found int not null default 0,
      failed int not null default 0,
      cost_cents bigint not null default 0
    );
    select core_tenant_table('enrichment_day');
    alter table enrichment_day add primary key (company_id, supplier, day);

    create table enrichment_field (
      supplier text not null,
      day date not null,
      field text not null,
      asked int not null default 0,
      filled int not null default 0
    );
    select core_tenant_table('enrichment_field');
    alter table enrichment_field add primary key (company_id, supplier, day, field);

    -- Suppliers that named a higher price than agreed: they are not asked until an operator has looked.
    create table enrichment_halt (supplier text not null, named_cents int not null, halted_at timestamptz not null default now());
    select core_tenant_table('enrichment_halt');
    alter table enrichment_halt add primary key (company_id, supplier);

    create function enrichment_root() returns int language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select root_id from core_tenant where id = core_tenant_id() $$;

    -- Takes the money for up to so many questions out of the day's budget; answers for how many there was enough. Holds the row to the end of the
    -- transaction, so that any number of workers together spend no more.
    create function enrichment_take(of_supplier text, on_day date, want int, cents int, most bigint) returns int
      language plpgsql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare root int := enrichment_root(); spent bigint; got int;
    begin
      if exists (select from enrichment_halt h where h.company_id = root and h.supplier = of_supplier) then return 0; end if;
      insert into enrichment_day (company_id, supplier, day) values (root, of_supplier, on_day) on conflict do nothing;
      select cost_cents into spent from enrichment_day where company_id = root and supplier = of_supplier and day = on_day for update;
      got := greatest(0, least(want::bigint, case when cents = 0 then want else (most - spent) / cents end));
      update enrichment_day set asked = asked + got, cost_cents = cost_cents + got::bigint * cents
      where company_id = root and supplier = of_supplier and day = on_day;
      return got;
    end $$;

    -- Notes what came of questions: \`change_cents\` corrects what was taken for them, \`fields\` is a list of { field, asked, filled }.
    create function enrichment_note(of_supplier text, on_day date, more_found int, more_failed int, change_cents bigint, fields jsonb) returns void
      language plpgsql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare root int := enrichment_root();
    begin
      update enrichment_day d set found = d.found + more_found, failed = d.failed + more_failed, cost_cents = d.cost_cents + change_cents
      where d.company_id = root and d.supplier = of_supplier and d.day = on_day;
      insert into enrichment_field as f (company_id, supplier, day, field, asked, filled)
      select root, of_supplier, on_day, r.field, r.asked, r.filled from jsonb_to_recordset(fields) as r (field text, asked int, filled int) order by r.field
      on conflict (company_id, supplier, day, field) do update set asked = f.asked + excluded.asked, filled = f.filled + excluded.filled;
    end $$;

    create function enrichment_stop(of_supplier text, cents int) returns void
      language sql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      insert into enrichment_halt (company_id, supplier, named_cents) values (enrichment_root(), of_supplier, cents)
      on conflict (company_id, supplier) do nothing
    $$;
  `);
}
