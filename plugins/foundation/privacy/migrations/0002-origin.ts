import type { Knex } from 'knex';

/** Who wants it: people of the company, the person themself, or a deletion list of a state. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table privacy_request add column origin text not null default 'staff' check (origin in ('staff', 'person', 'drop'));
    -- Found by who asks again while it is being erased.
    create index privacy_request_erasing on privacy_request (company_id, typed_hash) where state = 'erasing';
  `);
}
