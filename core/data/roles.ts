import type { Knex } from 'knex';
import { type Config, derivedKey } from '../../config/default.ts';
import { openClient } from './knex.ts';

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
export async function ensureAppRole(owner: Knex, config: Pick<Config, 'appDatabaseUrl' | 'databaseUrl' | 'secret'>): Promise<void> {
  if (!config.appDatabaseUrl && !((await exists(owner)) && (await canLogIn(appUrl(config))))) await makeAppRole(owner, appPassword(config));
  const role = config.appDatabaseUrl ? decodeURIComponent(new URL(config.appDatabaseUrl).username) : APP_ROLE;
  await owner.raw('grant usage on schema public to ??', [role]);
  await owner.raw('grant select, insert, update, delete on all tables in schema public to ??', [role]);
  await owner.raw('grant usage, select on all sequences in schema public to ??', [role]);
  await owner.raw('grant execute on all functions in schema public to ??', [role]);
  await owner.raw('select core_revoke_append_only(?)', [role]);
  await owner.raw('revoke insert, update, delete on core_migration, core_migration_lock from ??', [role]);
  // A temporary table would be found before the real one by functions that run with their owner's rights.
  await owner.raw(`do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`);
}

/**
 * A role belongs to the cluster, so processes starting together may race for it; the one that loses finds it made. The password
 * travels as a parameter: the words of an error show the statement.
 */
async function makeAppRole(owner: Knex, password: string): Promise<void> {
  await owner.transaction(async (trx) => {
    await trx.raw(`select set_config('app.role_password', ?, true)`, [password]);
    await trx.raw(`do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE} login nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
      execute format('alter role ${APP_ROLE} login password %L', current_setting('app.role_password'));
    exception when duplicate_object or unique_violation or internal_error then null; end $$`);
  });
}

const exists = async (owner: Knex): Promise<boolean> => (await owner('pg_roles').where({ rolname: APP_ROLE }).first('oid')) !== undefined;

async function canLogIn(url: string): Promise<boolean> {
  return openClient(url, 'login check').then(
    async (client) => {
      await client.end();
      return true;
    },
    () => false,
  );
}
