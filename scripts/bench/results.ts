import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { type Comparison, line } from './harness.ts';
import { textTable } from './text-table.ts';

type Cell = string | number | null;
/** Figures of which there is no single ratio. */
export interface Table {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** What is printed of it; all of it when left out. */
  printed?: number;
}
export type Result = Comparison | Table;

const ROOT = join(import.meta.dirname, '..', '..');

/** The printed lines of a result. */
export function shown(result: Result): string {
  if (!('columns' in result)) return line(result);
  const rows = result.rows.slice(0, result.printed);
  const left = result.rows.length - rows.length;
  const cells = [result.columns, ...rows.map((row) => row.map(cellText))];
  return `${result.name}\n${textTable(cells).replace(/^/gm, '  ')}${left > 0 ? `\n  and ${left} more rows in bench/results.json` : ''}`;
}

const WIDEST = 60;
function cellText(cell: Cell): string {
  if (cell === null) return '-';
  if (typeof cell === 'number') return cell.toLocaleString('en-US');
  return cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell;
}

/** Puts what a bench found in the place of what it found before; other benches' figures stay, each with the commit it was measured at. */
export async function keepResults(bench: string, results: readonly Result[], file = join(ROOT, 'bench', 'results.json')): Promise<void> {
  const kept = existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Record<string, object>) : {};
  const all = { ...kept, [bench]: { commit: commit(), at: new Date().toISOString(), cores: cpus().length, results } };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${withShortRows(all)}\n`);
}

/** A row of a table stands on one line, so that a change of a figure is a change of a line. */
function withShortRows(all: object): string {
  const rows: string[] = [];
  const marked = JSON.stringify(
    all,
    (key, value: unknown) => (key === 'rows' ? (value as unknown[]).map((row) => `\u0000${rows.push(JSON.stringify(row)) - 1}`) : value),
    2,
  );
  return marked.replace(/"\\u0000(\d+)"/g, (_, at: string) => rows[Number(at)]!);
}

/** The commit that was measured; a plus says that files differed from it. */
function commit(): string {
  const git = (...words: string[]): string => spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim() ?? '';
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', ':!bench') ? '+' : '');
}
