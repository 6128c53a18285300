import type { Knex } from 'knex';

/** A picture is replaced under its address; the number tells browsers which one they have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table banners_banner add column picture_version int not null default 1;
    create function banners_shown(wanted uuid) returns table (type text, bytes bytea, version int) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select b.type, b.bytes, b.picture_version from banners_banner b where b.picture_key = wanted $$;
  `);
}
