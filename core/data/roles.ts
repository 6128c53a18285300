import type { Knex } from 'knex';
import { type Config, derivedKey } from '../../config/default.ts';

/** The login role that serves requests: no superuser, owns nothing, cannot bypass row-level security. */
export const APP_ROLE = 'lead_app';

/** The url of the serving role: given, or the owner's url with the derived role and password. */
export function appUrl(config: Pick<Config, 'appDatabaseUrl' | 'databaseUrl' | 'secret'>): string {
  if (config.appDatabaseUrl) return config.appDatabaseUrl;
  const url = new URL(config.databaseUrl);
  url.username = APP_ROLE;
  url.password = appPassword(config);
  return url.href;
}

const appPassword = (config: Pick<Config, 'secret'>): string => derivedKey(config, 'database role').toString('base64url');

/** Creates the serving role and its rights; safe to repeat. Run as the owner, after migrations. */
export async function ensureAppRole(owner: Knex, config: Pick<Config, 'appDatabaseUrl' | 'secret'>): Promise<void> {
  if (!config.appDatabaseUrl) {
    // A role belongs to the cluster, so two processes may race here; the second finds it.
    await owner.raw(`do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} login nosuperuser nobypassrls nocreatedb nocreaterole; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await owner.raw(`alter role ${APP_ROLE} login password '${appPassword(config)}'`);
  }
  const role = config.appDatabaseUrl ? decodeURIComponent(new URL(config.appDatabaseUrl).username) : APP_ROLE;
  await owner.raw('grant usage on schema public to ??', [role]);
  await owner.raw('grant select, insert, update, delete on all tables in schema public to ??', [role]);
  await owner.raw('grant usage, select on all sequences in schema public to ??', [role]);
  await owner.raw('grant execute on all functions in schema public to ??', [role]);
  await owner.raw('select core_revoke_append_only(?)', [role]);
}
