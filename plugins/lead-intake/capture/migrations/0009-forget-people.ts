import type { Knex } from 'knex';

/** Reading the identity graph from end to end and taking people out of it, for deletion lists of states. Both answer the root alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function capture_people_behind(behind bigint, most int)
      returns table (id bigint, person_key bytea, email text, phone text)
      language sql stable security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select p.id, p.person_key, p.email, p.phone from capture_person p
      where p.id > behind and exists (select from core_tenant t where t.id = core_tenant_id() and t.kind = 'root')
      order by p.id limit most
    $$;

    -- With the hashes by which they were recognised. Identities of visitors and networks find nobody then.
    create function capture_forget_people(ids bigint[]) returns int
      language plpgsql security definer set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare forgotten int;
    begin
      if not exists (select from core_tenant t where t.id = core_tenant_id() and t.kind = 'root') then return 0; end if;
      delete from capture_identity i using capture_person p
        where p.id = any(ids) and p.email <> '' and i.person_id = p.id
          and (i.kind, i.value) in (('md5', decode(md5(p.email), 'hex')), ('sha256', sha256(convert_to(p.email, 'UTF8'))));
      delete from capture_person p where p.id = any(ids);
      get diagnostics forgotten = row_count;
      return forgotten;
    end $$;
  `);
}
