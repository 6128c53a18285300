import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import type { Fault } from '../boot/fault.ts';

/** How much of a statement a fault repeats. */
const MOST_STATEMENT = 160;

/** What ends a statement, and what may hold such a sign without ending one: texts, names, comments and bodies of functions. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

/** A step of a plugin's migrations that did not get through, with the statement that stopped it. */
export class FailedStep extends Error {
  readonly file: URL;
  readonly statement: string;
  constructor(file: URL, cause: unknown, statement = '') {
    super(messageOf(cause), { cause });
    this.file = file;
    this.statement = statement;
  }
}

/** Runs a step in its transaction; what it throws is a `FailedStep` that knows how far the step came. */
export async function runStep(trx: Knex.Transaction, file: URL, step: (trx: Knex.Transaction) => Promise<unknown>): Promise<void> {
  let sql = '';
  let finished = 0;
  const begun = (query: { sql: string }): void => {
    sql = query.sql;
    finished = 0;
  };
  const count = (): void => void (finished += 1);
  const { connection } = (await trx.client.acquireConnection()) as { connection: NodeJS.EventEmitter };
  trx.on('query', begun);
  connection.on('commandComplete', count);
  try {
    await step(trx);
  } catch (error) {
    throw new FailedStep(file, error, 'severity' in (error as object) ? statementOf(sql, finished, error as { position?: string }) : '');
  } finally {
    connection.off('commandComplete', count);
    trx.off('query', begun);
  }
}

/** The statement that the database refused: where it points at, else the one after those it finished. */
function statementOf(sql: string, finished: number, { position }: { position?: string }): string {
  const ends = [...sql.matchAll(TOKENS)].filter(([token]) => token === ';').map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  const nth = position ? starts.findLastIndex((start) => start < Number(position)) : Math.min(finished, starts.length - 1);
  return sql.slice(starts[nth], ends[nth]).trim();
}

/** The database's own words: Knex writes the whole statement before them. Data that does not fit is left out of them. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: string };
  if (!('severity' in error)) return error.message;
  const said = error.message.slice(error.message.lastIndexOf(' - ') + 3);
  return code?.startsWith('22') ? said.replace(/"[^"]*"/g, '…') : said;
}

/** The fault of the plugin, with file and line, and with the statement shortened and without its values. */
export function faultOfStep(plugin: string, { file, message, statement }: FailedStep): Fault {
  const name = decodeURIComponent(file.pathname.slice(file.pathname.lastIndexOf('/') + 1));
  const shown = statement
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|\b\d+(?:\.\d+)?\b/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    code: 'migration',
    plugin,
    definition: `migration "${name}"`,
    found: `failed: ${message}${shown ? `, in: ${shown.length > MOST_STATEMENT ? `${shown.slice(0, MOST_STATEMENT)} …` : shown}` : ''}`,
    remedy: 'nothing of it was kept; mend it and start again',
    file: placeOf(file, statement),
  };
}

function placeOf(file: URL, statement: string): string {
  const path = fileURLToPath(file);
  const shown = relative(process.cwd(), path);
  const first = statement.split('\n')[0]!;
  try {
    const line = first
      ? readFileSync(path, 'utf8')
          .split('\n')
          .findIndex((text) => text.includes(first))
      : -1;
    return line < 0 ? shown : `${shown}:${line + 1}`;
  } catch {
    return shown;
  }
}
