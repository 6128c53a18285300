import type { Knex } from 'knex';
import { systemPrincipal } from '../../core/access/principal.ts';
import { writeAudit } from '../../core/audit/audit.ts';
import { lockSchema } from '../../core/data/one-process.ts';
import { onceInstalled, purge, type Remains, remainsOf } from '../../core/data/remains.ts';

interface Removal {
  /** The plugins of config/plugins.ts and of `PLUGINS`. */
  installed: readonly { id: string; requires: readonly string[] }[];
  /** Packages among them that do not load: nobody knows which plugin each of them is. */
  unread?: readonly string[];
  say: (line: string) => void;
  /** Asked once everything that goes was said. */
  confirm: () => Promise<boolean>;
}

/** Purges what a plugin left, in one transaction, and answers null; or why nothing was changed. */
export async function removePlugin(owner: Knex, name: string, { installed, unread = [], say, confirm }: Removal): Promise<string | null> {
  if (name === 'core') return 'core is no plugin.';
  const needing = installed.filter(({ requires }) => requires.includes(name)).map(({ id }) => id);
  if (needing.length > 0) return `${name} is required by ${needing.join(', ')}. Remove these first.`;
  if (installed.some(({ id }) => id === name))
    return `${name} is installed. Take it out of config/plugins.ts or PLUGINS, restart every process, and run this again.`;
  if (unread.length > 0)
    return `${unread.join(', ')} cannot be loaded and may be ${name}. Take it out of config/plugins.ts or PLUGINS, restart every process, and run this again.`;
  const using = await processesWith(owner, name);
  if (using.length > 0) return `${name} still runs in ${using.join(' and ')}. Restart the product without it, and run this again.`;
  return owner.transaction(async (db) => {
    // No start of a process migrates meanwhile.
    await lockSchema(db);
    const remains = await remainsOf(db, name, [...new Set([name, 'core', ...installed.map(({ id }) => id), ...(await onceInstalled(db))])]);
    const lines = described(remains);
    if (lines.length === 0) return `Nothing of ${name} is in this database.`;
    if (remains.neededBy.length > 0) return `Tables of ${name} are needed by ${remains.neededBy.join(', ')}. Nothing was removed.`;
    for (const line of [`What ${name} left in this database:`, ...lines]) say(line);
    if (!(await confirm())) return 'Nothing was removed.';
    await purge(db, name, remains);
    await note(db, name, remains);
    say(`${name} is gone. What it wrote into the user log stays.`);
    return null;
  });
}

/** Processes that told of themselves within three of their minutes, and that began with the plugin. */
async function processesWith(owner: Knex, name: string): Promise<string[]> {
  if (!(await owner.schema.hasTable('core_process'))) return [];
  const running = (await owner('core_process')
    .whereNull('stopped_at')
    .whereRaw(`seen_at > now() - interval '3 minutes' and plugins @> ?::jsonb`, [JSON.stringify([{ id: name, on: true }])])
    .orderBy('started_at')
    .select('host', 'pid')) as { host: string; pid: number }[];
  return running.map(({ host, pid }) => `process ${pid} on ${host}`);
}

/** Leaves a row in the user log of each company that operates the installation. */
async function note(db: Knex, name: string, { tables, entries }: Remains): Promise<void> {
  const roots = (await db('core_tenant').where({ kind: 'root', removed_at: null }).pluck('id')) as number[];
  const rows = [...tables, ...entries].reduce((sum, { rows: n }) => sum + n, 0);
  for (const companyId of roots)
    await writeAudit(db, systemPrincipal(), {
      companyId,
      action: 'core.plugin-purged',
      description: `${name} and everything that it left in the database were removed`,
      target: name,
      detail: { tables: tables.map((table) => table.name), rows },
    });
}

function described({ tables, entries, functions, triggers }: Remains): string[] {
  const rows = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'row' : 'rows'}`;
  return [
    ...tables.map(({ name, rows: n }) => `  table ${name}: ${rows(n)}`),
    ...entries.map(({ table, rows: n }) => `  in ${table}: ${rows(n)}`),
    ...functions.map((signature) => `  function ${signature}`),
    ...triggers.map(({ name, table }) => `  trigger ${name} on ${table}`),
  ];
}
