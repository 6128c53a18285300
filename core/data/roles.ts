import type { Knex } from 'knex';
import { type Config, derivedKey } from '../../config/default.ts';
import type { TableRight } from '../contract.ts';
import { openClient } from './knex.ts';
import type { Table } from './tables.ts';

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

/** The name of the serving role. */
export const appRole = ({ appDatabaseUrl }: Pick<Config, 'appDatabaseUrl'>): string =>
  appDatabaseUrl ? decodeURIComponent(new URL(appDatabaseUrl).username) : APP_ROLE;

/** Creates the serving role, which may then enter the schema and do nothing there; changes only what differs. Run as the owner. */
export async function ensureAppRole(owner: Knex, config: Pick<Config, 'appDatabaseUrl' | 'databaseUrl' | 'secret'>): Promise<void> {
  if (!config.appDatabaseUrl && !((await exists(owner)) && (await canLogIn(appUrl(config))))) await makeAppRole(owner, appPassword(config));
  const role = appRole(config);
  const { rows } = await owner.raw(
    `select has_schema_privilege(?, 'public', 'usage') as enters, has_database_privilege('public', current_database(), 'temporary') as temporary`,
    [role],
  );
  const [now] = rows as [{ enters: boolean; temporary: boolean }];
  if (!now.enters) await owner.raw('grant usage on schema public to ??', [role]);
  // A temporary table would be found before the real one by functions that run with their owner's rights.
  if (now.temporary)
    await owner.raw(`do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`);
}

/**
 * Gives the role the rights on these tables and takes all others away, but those on tables of `others`: plugins that another release of the
 * product may be serving now. Changes only what differs.
 */
export async function setRights(
  trx: Knex.Transaction,
  role: string,
  tables: readonly Table[],
  wanted: ReadonlyMap<string, readonly TableRight[]>,
  isOthers: (table: string) => boolean,
): Promise<void> {
  for (const { name, granted } of tables) {
    const rights = wanted.get(name) ?? [];
    const missing = rights.filter((right) => !granted.includes(right));
    const surplus = isOthers(name) && !wanted.has(name) ? [] : granted.filter((right) => !rights.includes(right));
    if (missing.length > 0) await trx.raw(`grant ${missing.join(', ')} on ?? to ??`, [name, role]);
    if (surplus.length > 0) await trx.raw(`revoke ${surplus.join(', ')} on ?? from ??`, [name, role]);
  }
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
