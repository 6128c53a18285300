import type { Knex } from 'knex';
import { anchorsOf } from './anchors.ts';
import { CANONICAL, linkOf, NOTHING_BEFORE, signatureOf } from './chain.ts';

/** One thing that is wrong with a log; the first of a root is the first broken row. */
export interface Fault {
  rootId: number;
  /** Place in the chain; null for a row that stands outside of it. */
  seq: bigint | null;
  /** Id in the log; null where the row is gone and nothing says which it was. */
  auditId: string | null;
  what:
    | 'row changed'
    | 'row missing'
    | 'link missing'
    | 'row outside the chain'
    | 'checkpoint forged'
    | 'anchor forged'
    | 'anchor contradicted';
}
export interface Verification {
  /** Rows recomputed. */
  checked: number;
  /** Rows written a moment ago that wait for their link. */
  waiting: number;
  /** In the order of the chain, at most one for each root and kind of look. */
  faults: Fault[];
}

const PAGE = 5_000;

/**
 * Recomputes the chain of every root from what the log says now, and compares it with the links, the checkpoints and the anchors
 * below `anchorDir`. Reads only. `db` must see all companies.
 */
export async function verifyAudit(db: Knex, key: Buffer, anchorDir: string): Promise<Verification> {
  const result: Verification = { checked: 0, waiting: 0, faults: [] };
  const { rows: roots } = (await db.raw(
    `select id from core_tenant where kind = 'root' union select distinct root_id from core_audit_seal order by 1`,
  )) as { rows: { id: number }[] };
  for (const { id } of roots) {
    const chain = await walkChain(db, key, id);
    result.checked += chain.checked;
    const anchored = await checkAnchors(db, key, anchorDir, id, chain.from);
    const strangers = await outsideChain(db, id);
    const faults = [chain.fault, anchored, strangers].filter((f) => f !== null);
    result.faults.push(...faults.sort(bySeq));
  }
  const [{ count }] = (await db('core_audit_pending').count('* as count')) as [{ count: string }];
  result.waiting = Number(count);
  return result;
}

const bySeq = (a: Fault, b: Fault): number => (a.seq === b.seq ? 0 : a.seq === null || (b.seq !== null && a.seq > b.seq) ? 1 : -1);

interface LinkRow {
  seq: string;
  audit_id: string;
  hash: Buffer;
  row: string | null;
}

/** From the last checkpoint to the end, link by link, up to the first that does not hold. `from` is the place it begins after. */
async function walkChain(db: Knex, key: Buffer, rootId: number): Promise<{ checked: number; from: bigint; fault: Fault | null }> {
  const start = await checkpointOf(db, rootId);
  let [seq, before, checked] = [start?.seq ?? 0n, start?.hash ?? NOTHING_BEFORE, 0];
  const from = seq;
  if (start && !signatureOf(key, 'checkpoint', { rootId, ...start }).equals(start.signature))
    return { checked, from, fault: { rootId, seq, auditId: start.auditId, what: 'checkpoint forged' } };
  for (;;) {
    const { rows } = (await db.raw(
      `select s.seq, s.audit_id, s.hash, case when a.id is null then null else ${CANONICAL} end as row
       from core_audit_seal s left join core_audit a on a.id = s.audit_id
       where s.root_id = ? and s.seq > ? order by s.seq limit ${PAGE}`,
      [rootId, seq.toString()],
    )) as { rows: LinkRow[] };
    for (const link of rows) {
      seq += 1n;
      if (BigInt(link.seq) !== seq) return { checked, from, fault: { rootId, seq, auditId: null, what: 'link missing' } };
      if (link.row === null) return { checked, from, fault: { rootId, seq, auditId: link.audit_id, what: 'row missing' } };
      before = linkOf(key, before, { rootId, seq }, link.row);
      if (!before.equals(link.hash)) return { checked, from, fault: { rootId, seq, auditId: link.audit_id, what: 'row changed' } };
      checked += 1;
    }
    if (rows.length < PAGE) return { checked, from, fault: null };
  }
}

async function checkpointOf(db: Knex, rootId: number) {
  const row = await db('core_audit_checkpoint').where({ root_id: rootId }).orderBy('seq', 'desc').first();
  if (!row) return null;
  return { seq: BigInt(row.seq as string), auditId: String(row.audit_id), hash: row.hash as Buffer, signature: row.signature as Buffer };
}

/** What was once said outside the database must still be so: a chain cut short or made anew lacks an anchored link. */
async function checkAnchors(db: Knex, key: Buffer, dir: string, rootId: number, from: bigint): Promise<Fault | null> {
  const anchors = (await anchorsOf(key, dir, rootId)).filter((a) => !a.genuine || a.seq > from);
  const stored = new Map<string, Buffer>();
  for (let at = 0; at < anchors.length; at += PAGE) {
    const rows = (await db('core_audit_seal')
      .where({ root_id: rootId })
      .whereIn(
        'seq',
        anchors.slice(at, at + PAGE).map((a) => a.seq.toString()),
      )
      .select('seq', 'hash')) as { seq: string; hash: Buffer }[];
    for (const row of rows) stored.set(row.seq, row.hash);
  }
  for (const anchor of anchors) {
    const { seq, auditId } = anchor;
    if (!anchor.genuine) return { rootId, seq, auditId, what: 'anchor forged' };
    const hash = stored.get(seq.toString());
    if (hash?.equals(anchor.hash)) continue;
    const end = hash ? seq - 1n : await endOf(db, rootId, from);
    // Cut short: the first row that is gone follows the last that is left.
    if (end < seq)
      return {
        rootId,
        seq: hash ? seq : end + 1n,
        auditId: hash || end + 1n === seq ? auditId : null,
        what: hash ? 'anchor contradicted' : 'row missing',
      };
    return { rootId, seq, auditId, what: 'link missing' };
  }
  return null;
}

async function endOf(db: Knex, rootId: number, from: bigint): Promise<bigint> {
  const row = (await db('core_audit_seal').where({ root_id: rootId }).max('seq as seq').first()) as { seq: string | null };
  return row.seq === null ? from : BigInt(row.seq);
}

/** A row that neither has a link nor waits for one was put there behind the sealer's back. */
async function outsideChain(db: Knex, rootId: number): Promise<Fault | null> {
  const { rows } = (await db.raw(
    `select a.id from core_audit a
     where a.root_id = ? and not exists (select from core_audit_seal s where s.audit_id = a.id and s.root_id = a.root_id)
       and not exists (select from core_audit_pending p where p.audit_id = a.id)
     order by a.id limit 1`,
    [rootId],
  )) as { rows: { id: string }[] };
  return rows[0] ? { rootId, seq: null, auditId: rows[0].id, what: 'row outside the chain' } : null;
}

/** A fault in a sentence for people. */
export function faultText({ rootId, seq, auditId, what }: Fault): string {
  const row = auditId === null ? 'row' : `row ${auditId}`;
  return `root ${rootId}: ${what} - ${row}${seq === null ? '' : `, place ${seq} of the chain`}`;
}
