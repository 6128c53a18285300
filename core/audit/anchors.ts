import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { headOf, type Link, signatureOf } from './chain.ts';

/** What was said of a chain's newest link at some minute, outside the database. */
export interface Anchor extends Link {
  at: string;
  /** False: the line was changed, or made without the key. */
  genuine: boolean;
}

/** How long lines are kept: a little longer than the rows they speak of. */
const KEPT_MONTHS = 26;

const folderOf = (dir: string, rootId: number): string => join(dir, String(rootId));

/**
 * Notes the newest link of each root in a file of the month below `dir`, one line each, forced to the disk. A chain that was cut
 * short later no longer has the link that stands there. Nothing is written while nothing is new.
 */
export async function anchorHeads(platform: Knex, key: Buffer, dir: string, now: Date): Promise<void> {
  const roots = (await platform('core_tenant').where({ kind: 'root' }).select('id')) as { id: number }[];
  for (const { id } of roots) {
    const head = await headOf(platform, id);
    if (!head) continue;
    const folder = folderOf(dir, id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const last = (await linesOf(folder, 'newest')).at(-1);
    if (last && (JSON.parse(last) as { seq: string }).seq === head.seq.toString()) continue;
    const at = now.toISOString();
    const signature = signatureOf(key, 'anchor', { rootId: id, ...head, at }).toString('hex');
    const line = { seq: head.seq.toString(), audit_id: head.auditId, hash: head.hash.toString('hex'), at, signature };
    const file = await open(join(folder, `${at.slice(0, 7)}.jsonl`), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}

/** Every anchor of a root, oldest first; empty when there is no file. */
export async function anchorsOf(key: Buffer, dir: string, rootId: number): Promise<Anchor[]> {
  return (await linesOf(folderOf(dir, rootId), 'all')).map((line) => anchorFrom(key, rootId, line));
}

/** Drops the files of months so old that the rows they speak of are gone. */
export async function dropOldAnchors(dir: string, now: Date): Promise<void> {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEPT_MONTHS, 1)).toISOString().slice(0, 7);
  for (const root of await namesIn(dir)) {
    for (const file of await namesIn(join(dir, root))) if (file.slice(0, 7) < oldest) await rm(join(dir, root, file), { force: true });
  }
}

function anchorFrom(key: Buffer, rootId: number, line: string): Anchor {
  try {
    const { seq, audit_id, hash, at, signature } = JSON.parse(line) as Record<string, string>;
    const anchor = { seq: BigInt(seq!), auditId: audit_id!, hash: Buffer.from(hash!, 'hex'), at: at! };
    return { ...anchor, genuine: signatureOf(key, 'anchor', { rootId, ...anchor }).toString('hex') === signature };
  } catch {
    return { seq: 0n, auditId: '?', hash: Buffer.alloc(0), at: '?', genuine: false };
  }
}

/** Lines of all files or of the newest one, oldest first; a last line that a crash cut off is left out. */
async function linesOf(folder: string, which: 'all' | 'newest'): Promise<string[]> {
  const files = (await namesIn(folder)).filter((f) => f.endsWith('.jsonl')).sort();
  const lines: string[] = [];
  for (const file of which === 'newest' ? files.slice(-1) : files) {
    const text = await readFile(join(folder, file), 'utf8');
    lines.push(...text.split('\n').slice(0, -1));
  }
  return lines;
}

const namesIn = (dir: string): Promise<string[]> =>
  readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
