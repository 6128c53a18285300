import type { Knex } from 'knex';

/** Documents that describe connectors: a draft and what is published of each, and every version that was. They are the operators'. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table declarative_connectors_document (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 200),
      draft text check (length(draft) <= 65536),
      -- Counts the changes of the draft: whoever saves says which one they saw.
      edits int not null default 0,
      -- The published version; none where the one that the product brings stands.
      version int,
      withdrawn boolean not null default false,
      -- Grows with everything that processes have to read anew.
      revision bigint not null default 0,
      changed_by int,
      changed_at timestamptz not null default now()
    );
    select core_tenant_table('declarative_connectors_document');
    create unique index declarative_connectors_document_name on declarative_connectors_document (company_id, name);
    create constraint trigger config after update on declarative_connectors_document deferrable initially deferred
      for each row when (old.revision is distinct from new.revision) execute function core_config_changed();

    create table declarative_connectors_version (
      id bigint generated always as identity primary key,
      name text not null,
      version int not null,
      text text not null,
      published_by int,
      published_at timestamptz not null default now()
    );
    select core_tenant_table('declarative_connectors_version');
    create unique index declarative_connectors_version_number on declarative_connectors_version (company_id, name, version);
    select core_append_only_table('declarative_connectors_version');
  `);
}
