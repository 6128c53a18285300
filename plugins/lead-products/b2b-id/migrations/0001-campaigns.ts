import type { Knex } from 'knex';

/** What campaigns of this product have beside what all campaigns have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table b2b_id_campaign (
      campaign_id int primary key,
      -- Whether a lead is a person at a company or the company itself.
      kind text not null default 'contact' check (kind in ('contact', 'company')),
      -- Ids of the groups of information that it asks for beside those that are always asked.
      information text[] not null default '{}',
      -- Ids of the campaigns whose websites count; none: all of the client's.
      sources text[] not null default '{}',
      -- What companies have to be like; nothing said: any.
      countries text[] not null default '{}',
      sizes text[] not null default '{}',
      industries text[] not null default '{}',
      least_confidence int not null default 60 check (least_confidence between 0 and 100),
      -- Whom to look for at a company, and how many of them.
      job_titles text[] not null default '{}',
      contacts int not null default 1 check (contacts between 1 and 10)
    );
    select core_tenant_table('b2b_id_campaign');
  `);
}
