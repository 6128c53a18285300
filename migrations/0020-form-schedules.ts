import type { Knex } from 'knex';

/** Changes of forms that are published later, and browsers that hear of those that are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_form_layer
      -- Of a draft: when it is to be published.
      add column publish_at timestamptz,
      add column published_at timestamptz,
      add column published_by int;
    -- Drafts concern nobody's browser.
    create constraint trigger config after insert or update on core_form_layer deferrable initially deferred
      for each row when (new.state in ('published', 'replaced', 'undone')) execute function core_config_changed();
    create constraint trigger config_removed after delete on core_form_layer deferrable initially deferred
      for each row when (old.state = 'published') execute function core_config_changed();
  `);
}
