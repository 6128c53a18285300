interface Weekly {
  table: string;
  /** The column that the table is partitioned by, in ranges. */
  column: string;
  /** The value of that column with which a week since 1970 begins, as SQL. */
  begins: (week: string) => string;
}

/**
 * SQL that makes the function `<table>_partitions(moment, keep_days)`: it makes the partitions of the coming weeks, beside the table's `_rest`, and drops those
 * older than `keep_days`. The serving role may not create tables.
 */
export const weeklyPartitions = ({ table, column, begins }: Weekly): string => `
    create function ${table}_partitions(moment timestamptz, keep_days int) returns void language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' set timezone = 'UTC' as $$
    declare
      this_week int := floor(extract(epoch from moment) / 604800);
      last_kept int := floor(extract(epoch from moment - make_interval(days => keep_days)) / 604800);
      name text;
    begin
      for week in this_week - 1 .. this_week + 5 loop
        name := '${table}_w' || week;
        if to_regclass('public.' || name) is null then
          begin
            execute format('create table public.%I partition of ${table} for values from (%L) to (%L)', name, ${begins('week')}, ${begins('(week + 1)')});
            perform core_isolate(name::regclass, 'company_id', 'agency_id', 'root_id');
          exception when check_violation then null; -- rows of that week already lie in the rest
          end;
        end if;
      end loop;
      for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = '${table}'::regclass and c.relname ~ '^${table}_w[0-9]+$' and substr(c.relname, ${`${table}_w`.length + 1})::int < last_kept
      loop
        execute format('drop table public.%I', name);
      end loop;
      delete from ${table}_rest where ${column} < ${begins('last_kept')};
    end $$;`;
