import type { Knex } from 'knex';

/** Banners with their pictures. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table banners_banner (
      id int generated always as identity primary key,
      name text not null check (length(name) between 1 and 100),
      click_url text not null,
      -- Names the picture in its public address: made at random, and anew with each picture.
      picture_key uuid not null,
      type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      width int not null,
      height int not null,
      bytes bytea not null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('banners_banner');
    create unique index banners_banner_picture on banners_banner (picture_key);
    create index on banners_banner (company_id, id);
    create index on banners_banner (agency_id, id);

    -- Websites of others show the picture to everybody; nobody finds another one by guessing.
    create function banners_picture(wanted uuid) returns table (type text, bytes bytea) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select b.type, b.bytes from banners_banner b where b.picture_key = wanted $$;
  `);
}
