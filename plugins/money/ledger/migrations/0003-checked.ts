import type { Knex } from 'knex';

/** How far the ledger has been checked, so that an hour's check reads what is new and a part of the rest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_checked (
      id boolean primary key default true check (id),
      -- Entries up to this one were checked when their time was closed and summed.
      entry_id bigint not null default 0,
      -- And up to this one in the round that checks all of them again and again.
      round_id bigint not null default 0
    );
    select core_platform_table('ledger_checked', false);
    insert into ledger_checked default values;

    -- What postings of a code moved in accounts of the company that they are about. Found by company: those of a code lie among all others.
    create or replace function ledger_moved(account_kind text, posting_code text)
      returns table (agency_id int, reference text, cents bigint) language sql stable as
      $$ select p.agency_id, p.reference, e.amount_cents from ledger_account a
         join ledger_posting p on p.company_id = a.company_id and p.code = posting_code
         join ledger_entry e on e.posting_id = p.id and e.account_id = a.id where a.kind = account_kind $$;
  `);
}
