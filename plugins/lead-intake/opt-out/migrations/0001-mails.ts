import type { Knex } from 'knex';

/** How many mails somebody was sent because a stranger typed their address. Of the platform, since one address may be typed at every brand. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A keyed hash of an address, or of an address at a brand.
    create table opt_out_mail (whom bytea primary key check (octet_length(whom) = 32), mails int not null, since timestamptz not null);
    create index on opt_out_mail (since);
    select core_platform_table('opt_out_mail', false);

    -- Counts a mail for each of these, and says whether none of them has had its most in the last day; counts nothing otherwise.
    create function opt_out_may_mail(who bytea[], most int[], at timestamptz) returns boolean language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare full_up boolean;
    begin
      -- The first names the address alone, so mails to it are counted one after the other whatever the brand.
      perform pg_advisory_xact_lock(hashtextextended('opt_out_mail ' || encode(who[1], 'hex'), 0));
      select exists (select from unnest(who, most) as w (whom, most) join opt_out_mail m on m.whom = w.whom
        where m.since > at - interval '1 day' and m.mails >= w.most) into full_up;
      if full_up then return false; end if;
      insert into opt_out_mail as m (whom, mails, since) select w.whom, 1, at from unnest(who) as w (whom)
        on conflict (whom) do update set
          mails = case when m.since > at - interval '1 day' then m.mails + 1 else 1 end,
          since = case when m.since > at - interval '1 day' then m.since else at end;
      return true;
    end $$;

    create function opt_out_forget_mails(at timestamptz) returns int language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare forgotten int;
    begin
      delete from opt_out_mail m where m.since <= at - interval '1 day';
      get diagnostics forgotten = row_count;
      return forgotten;
    end $$;
  `);
}
