import type { Knex } from 'knex';

/** The double-entry ledger. Amounts are cents, debits positive; a posting's entries sum to zero, and neither is ever changed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_account (
      id int generated always as identity primary key,
      kind text not null check (length(kind) between 1 and 40)
    );
    select core_tenant_table('ledger_account');
    alter table ledger_account add unique (company_id, kind), add unique (id, company_id);
    create index on ledger_account (agency_id);
    -- So that what was true of an account when an entry was written stays true.
    create trigger stays before delete or update of id, company_id on ledger_account for each row execute function core_refuse_move();

    create table ledger_posting (
      id uuid not null default gen_random_uuid(),
      -- Makes a repeat find the first posting, whose content it must be.
      key text not null check (length(key) between 1 and 200),
      content_hash bytea not null,
      -- Why: declared by the plugin whose id it begins with.
      code text not null check (length(code) between 1 and 80),
      -- What or whom it is about, by the id that its plugin knows it by.
      reference text check (length(reference) between 1 and 200),
      -- What its amounts are attributed to, by which they can be summed.
      cost_center int,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('ledger_posting');
    select core_owners_stated('ledger_posting');
    alter table ledger_posting add primary key (id, agency_id), add unique (agency_id, key);
    create index on ledger_posting (company_id, code, created_at);
    select core_append_only_table('ledger_posting');

    create table ledger_entry (
      id bigint generated always as identity primary key,
      posting_id uuid not null,
      account_id int not null,
      amount_cents bigint not null check (amount_cents <> 0),
      created_at timestamptz not null default now()
    );
    select core_tenant_table('ledger_entry');
    drop trigger owner on ledger_entry;
    create index on ledger_entry (account_id, created_at) include (amount_cents, posting_id);
    create index on ledger_entry (posting_id);
    select core_append_only_table('ledger_entry');

    -- Every statement must add whole postings, of postings and accounts that are there and have the owners that it states. Rows never change,
    -- accounts and postings stay, so each posting, and the ledger, sums to zero for ever. One look at the statement's own rows costs less than
    -- keys that look at each row, and leaves no moment of imbalance.
    create function ledger_entries_hold() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare
      crooked uuid;
      stray int;
    begin
      select posting_id into crooked from added group by posting_id having sum(amount_cents) <> 0 limit 1;
      if found then raise exception 'posting % does not sum to zero', crooked using errcode = 'check_violation'; end if;
      select a.account_id into stray from (select distinct account_id, company_id, agency_id, root_id from added) a
        where (select true from ledger_account x
               where x.id = a.account_id and x.company_id = a.company_id and x.agency_id = a.agency_id and x.root_id = a.root_id) is not true limit 1;
      if found then raise exception 'account % is not there, or has other owners', stray using errcode = 'foreign_key_violation'; end if;
      select a.posting_id into crooked from (select distinct posting_id, agency_id from added) a
        where (select true from ledger_posting p where p.id = a.posting_id and p.agency_id = a.agency_id) is not true limit 1;
      if found then raise exception 'posting % is not there', crooked using errcode = 'foreign_key_violation'; end if;
      return null;
    end $$;
    create trigger hold after insert on ledger_entry referencing new table as added
      for each statement execute function ledger_entries_hold();

    -- What stands in each account that has a floor: the row that its postings wait for. Beside the account, whose row each entry's key
    -- holds. No index names the balance, so that changing it touches none.
    create table ledger_balance (
      account_id int not null,
      kind text not null,
      balance_cents bigint not null default 0,
      floor_cents bigint not null,
      -- Whether postings that may be paid from elsewhere are paid from here.
      in_use boolean not null default true,
      -- Below it whoever posts is told that little is left.
      low_cents bigint,
      -- Only what was taken back elsewhere may leave less than the floor; nothing is paid from such an account.
      overdrawn boolean not null default false,
      check (balance_cents >= floor_cents or overdrawn)
    ) with (fillfactor = 50);
    select core_tenant_table('ledger_balance');
    alter table ledger_balance add primary key (company_id, kind), add unique (account_id, company_id),
      add foreign key (account_id, company_id) references ledger_account (id, company_id);
    create index ledger_balance_low on ledger_balance (kind) where low_cents is not null;

    -- The row of an account with a floor, locked until the transaction ends; none where it is not open, or not in use unless "always".
    create function ledger_hold(company int, account_kind text, always boolean)
      returns table (account_id int, balance_cents bigint, floor_cents bigint) language plpgsql rows 1 as $$
    begin
      return query select b.account_id, b.balance_cents, b.floor_cents from ledger_balance b
        where b.company_id = company and b.kind = account_kind and (b.in_use or always) for no key update;
    end $$;
    create function ledger_move(account int, by_cents bigint, past_floor boolean)
      returns table (company_id int, kind text, balance_cents bigint, is_low boolean) language plpgsql rows 1 as $$
    begin
      return query update ledger_balance b set balance_cents = b.balance_cents + by_cents,
        overdrawn = (b.overdrawn or past_floor) and b.balance_cents + by_cents < b.floor_cents
      where b.account_id = account
      returning b.company_id, b.kind, b.balance_cents, coalesce(b.balance_cents < b.low_cents, false);
    end $$;

    -- What postings about each company took of its agency's account with a floor, by day.
    create table ledger_drawn (
      account_id int not null,
      day date not null,
      cents bigint not null
    ) with (fillfactor = 50);
    select core_tenant_table('ledger_drawn');
    select core_owners_stated('ledger_drawn');
    alter table ledger_drawn add primary key (account_id, company_id, day);
    create index on ledger_drawn (agency_id, day);

    -- What other plugins may ask in their own SQL, as far as row-level security shows it to them.
    create function ledger_cents(company int, account_kind text) returns bigint language sql stable as
      $$ select balance_cents from ledger_balance where company_id = company and kind = account_kind $$;
    create function ledger_low(account_kind text) returns setof int language sql stable as
      $$ select company_id from ledger_balance where kind = account_kind and in_use and balance_cents < low_cents $$;
    create function ledger_moved(account_kind text, posting_code text)
      returns table (agency_id int, reference text, cents bigint) language sql stable as
      $$ select p.agency_id, p.reference, e.amount_cents from ledger_posting p
         join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id and a.kind = account_kind
         where p.code = posting_code $$;
  `);
}
