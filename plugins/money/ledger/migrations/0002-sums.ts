import type { Knex } from 'knex';

/**
 * What moved in accounts with very many entries, summed by code and quarter of an hour: every zone's days begin at one (UTC offsets are
 * whole quarters, https://www.iana.org/time-zones). Sums are of closed time alone, to which no entry can be added any more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Until when time is closed. It moves in three transactions (closing.store.ts): "next" refuses entries from before it, "next_xid" names
    -- the first transaction that began after that was visible, and when all earlier ones have ended nobody can have added any unseen.
    create table ledger_closing (
      id boolean primary key default true check (id),
      until timestamptz not null default '-infinity',
      next timestamptz check (next > until),
      next_xid xid8 check (next_xid is null or next is not null)
    );
    select core_platform_table('ledger_closing', true);
    insert into ledger_closing default values;

    create function ledger_open_time_only() returns trigger language plpgsql as $$
    begin
      if exists (select from added where created_at < (select coalesce(c.next, c.until) from ledger_closing c)) then
        raise exception 'an entry stands in time that is closed' using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create trigger open_time after insert on ledger_entry referencing new table as added
      for each statement execute function ledger_open_time_only();

    -- Accounts whose entries are summed, up to but not including "until".
    create table ledger_summed (
      account_id int primary key references ledger_account (id),
      until timestamptz not null default '-infinity'
    );
    select core_tenant_table('ledger_summed');

    create table ledger_sum (
      account_id int not null,
      -- When the quarter of an hour begins.
      quarter timestamptz not null,
      code text not null,
      debit_cents bigint not null,
      credit_cents bigint not null,
      entries int not null,
      newest_at timestamptz not null,
      -- What stood in the account after the quarter, whatever the code.
      balance_cents bigint not null
    );
    select core_tenant_table('ledger_sum');
    select core_owners_stated('ledger_sum');
    alter table ledger_sum add primary key (account_id, quarter, code);

    create function ledger_quarter(at timestamptz) returns timestamptz language sql immutable parallel safe as
      $$ select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00Z') $$;

    -- What moved in an account from "since" to before "before": sums where there are, and the entries at both ends of them. "coded" says
    -- whether the codes are asked for: each entry's is looked up.
    create function ledger_moves(account int, since timestamptz, before timestamptz, coded boolean)
      returns table (code text, quarter timestamptz, debit_cents bigint, credit_cents bigint, entries int, newest_at timestamptz)
      language sql stable as $$
      with bound as materialized (
        select case when first < last then first else since end as first, case when first < last then last else since end as last
        from (select ledger_quarter(since + interval '15 minutes' - interval '1 microsecond') as first,
          least(ledger_quarter(before), coalesce((select s.until from ledger_summed s where s.account_id = account), '-infinity')) as last) b
      )
      select s.code, s.quarter, s.debit_cents, s.credit_cents, s.entries, s.newest_at from ledger_sum s
      where s.account_id = account and s.quarter >= (select first from bound) and s.quarter < (select last from bound)
      union all
      select p.code, ledger_quarter(e.created_at), greatest(e.amount_cents, 0), greatest(-e.amount_cents, 0), 1, e.created_at
      from ledger_entry e left join ledger_posting p on coded and p.id = e.posting_id and p.agency_id = e.agency_id
      where e.account_id = account and e.created_at >= since and e.created_at < (select first from bound)
      union all
      select p.code, ledger_quarter(e.created_at), greatest(e.amount_cents, 0), greatest(-e.amount_cents, 0), 1, e.created_at
      from ledger_entry e left join ledger_posting p on coded and p.id = e.posting_id and p.agency_id = e.agency_id
      where e.account_id = account and e.created_at >= (select last from bound) and e.created_at < before $$;

    -- What stood in an account just before a moment.
    create function ledger_balance_at(account int, at timestamptz) returns bigint language sql stable as $$
      with bound as materialized (
        select least(ledger_quarter(at), coalesce((select s.until from ledger_summed s where s.account_id = account), '-infinity')) as last
      )
      select coalesce((select s.balance_cents from ledger_sum s
          where s.account_id = account and s.quarter < (select last from bound) order by s.quarter desc limit 1), 0)
        + coalesce((select sum(e.amount_cents) from ledger_entry e
          where e.account_id = account and e.created_at >= (select last from bound) and e.created_at < at), 0)::bigint $$;
  `);
}
