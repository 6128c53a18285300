import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import createKnex, { type Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anchorHeads } from '../../core/audit/anchors.ts';
import { CHAIN_KEY, linkOf } from '../../core/audit/chain.ts';
import { dropOldRows } from '../../core/audit/retention.ts';
import { sealWaiting } from '../../core/audit/sealer.ts';
import { faultText, verifyAudit } from '../../core/audit/verify.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

const ROWS = 3_000;
const TAMPERS = 200;
let app: TestApp;
/** The owner of the database: whoever got hold of it, but not of the installation's secret. */
let owner: Knex;
let dir: string;
let root: number;
const key = (): Buffer => app.kernel.secrets.key(CHAIN_KEY);
const verify = (db: Knex) => verifyAudit(db, key(), dir);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'anchors-'));
  app = await startTestApp({ config: { roles: ['web'], auditDir: dir } });
  root = app.fixtures.root.id;
  owner = createKnex({ client: 'pg', connection: app.databaseUrl, pool: { min: 0, max: 2 } });
  await write(ROWS);
  await seal();
  await anchorHeads(app.kernel.platform, key(), dir, new Date());
});
afterAll(async () => {
  await owner.destroy();
  await app.close();
  await rm(dir, { recursive: true });
});

const write = (count: number, more: object = {}): Promise<unknown> =>
  app.kernel.platform.batchInsert(
    'core_audit',
    Array.from({ length: count }, (_, n) => ({
      company_id: n % 2 === 0 ? app.fixtures.a.tenant.id : app.fixtures.b.clients[0]!.tenant.id,
      action: 'test.done',
      description: `Deed ${n}`,
      actor_id: app.fixtures.a.owner.id,
      actor_name: 'Owner',
      user_type: 'userdownline',
      ip: '127.0.0.1',
      request_id: `r${n}`,
      detail: JSON.stringify({ n, nested: { b: 1, a: [n] } }),
      ...more,
    })),
  );
const seal = async (): Promise<void> => {
  while ((await sealWaiting(app.kernel.platform, key(), root)) > 0);
};
interface Sealed {
  seq: number;
  auditId: number;
}
const chain = async (db: Knex): Promise<Sealed[]> =>
  (
    (await db('core_audit_seal').where({ root_id: root }).orderBy('seq').select('seq', 'audit_id')) as { seq: string; audit_id: string }[]
  ).map((s) => ({ seq: Number(s.seq), auditId: Number(s.audit_id) }));

/** What somebody with all power over the database does, seen from inside of their transaction and then undone. */
async function tampered<R>(deed: (trx: Knex.Transaction) => Promise<unknown>, look: (trx: Knex.Transaction) => Promise<R>): Promise<R> {
  const trx = await owner.transaction();
  try {
    await trx.raw(`set local session_replication_role = replica`); // no trigger stands in their way
    await deed(trx);
    await trx.raw(`set local session_replication_role = origin`);
    return await look(trx);
  } finally {
    await trx.rollback();
  }
}

/** Numbers from a seed, alike in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
type Tamper = (
  trx: Knex.Transaction,
  links: Sealed[],
  roll: (below: number) => number,
) => Promise<{ seq: number | null; auditId: number | null }>;

const edits: ((at: Sealed) => [string, unknown[]])[] = [
  (at) => [`update core_audit set description = description || '.' where id = ?`, [at.auditId]],
  (at) => [`update core_audit set actor_id = actor_id + 1 where id = ?`, [at.auditId]],
  (at) => [`update core_audit set at = at - interval '1 second' where id = ?`, [at.auditId]],
  (at) => [`update core_audit set detail = '{}' where id = ?`, [at.auditId]],
  (at) => [`update core_audit set ip = '10.0.0.1', viewed_by = 1 where id = ?`, [at.auditId]],
];
const TAMPERINGS: Record<string, Tamper> = {
  async edit(trx, links, roll) {
    const at = links[roll(links.length)]!;
    await trx.raw(...(edits[roll(edits.length)]!(at) as [string, any[]]));
    return at;
  },
  async delete(trx, links, roll) {
    const at = links[roll(links.length)]!;
    await trx('core_audit').where({ id: at.auditId }).delete();
    return at;
  },
  async 'delete with its link'(trx, links, roll) {
    const at = links[roll(links.length - 1)]!;
    await trx('core_audit').where({ id: at.auditId }).delete();
    await trx('core_audit_seal').where({ root_id: root, seq: at.seq }).delete();
    return { seq: at.seq, auditId: null };
  },
  async insert(trx, links, roll) {
    const like = links[roll(links.length)]!;
    const { rows } = await trx.raw(
      `insert into core_audit (action, description, actor_id, actor_name, user_type, ip, request_id, company_id, agency_id, root_id)
       select action, 'never happened', actor_id, actor_name, user_type, ip, request_id, company_id, agency_id, root_id from core_audit where id = ? returning id`,
      [like.auditId],
    );
    return { seq: null, auditId: Number(rows[0].id) };
  },
  async swap(trx, links, roll) {
    const one = links[roll(links.length - 1)]!;
    const other = links[one.seq + roll(links.length - one.seq)]!;
    await trx.raw(
      `update core_audit x set description = y.description, detail = y.detail, request_id = y.request_id
       from core_audit y where (x.id, y.id) in ((?, ?), (?, ?))`,
      [one.auditId, other.auditId, other.auditId, one.auditId],
    );
    return one;
  },
  async truncate(trx, links, roll) {
    const at = links[roll(links.length)]!;
    await trx.raw(`delete from core_audit where id in (select audit_id from core_audit_seal where root_id = ? and seq >= ?)`, [
      root,
      at.seq,
    ]);
    await trx('core_audit_seal').where({ root_id: root }).where('seq', '>=', at.seq).delete();
    return { seq: at.seq, auditId: at.seq === links.length ? at.auditId : null };
  },
  async 'rehash without the key'(trx, links, roll) {
    const at = links[roll(links.length)]!;
    await trx('core_audit').where({ id: at.auditId }).update({ description: 'nothing to see' });
    let before: Buffer = Buffer.alloc(32, roll(255));
    for (const link of links.slice(at.seq - 1)) {
      before = linkOf(Buffer.alloc(32, 7), before, { rootId: root, seq: BigInt(link.seq) }, String(link.auditId));
      await trx('core_audit_seal').where({ root_id: root, seq: link.seq }).update({ hash: before });
      if (link.seq - at.seq > 20) break; // the rest would only take time
    }
    return at;
  },
};

describe('a log that was tampered with', () => {
  test('the untouched one is whole', async () => {
    const { checked, faults } = await verify(owner);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(ROWS);
  });

  test(`${TAMPERS} seeded tampers: all are noticed, and the first broken row is named`, { timeout: 120_000 }, async () => {
    const links = await chain(owner);
    const kinds = Object.entries(TAMPERINGS);
    const missed: string[] = [];
    for (let seed = 0; seed < TAMPERS; seed += 1) {
      const [kind, tamper] = kinds[seed % kinds.length]!;
      let broken: Awaited<ReturnType<Tamper>> | undefined;
      const { faults } = await tampered(async (trx) => (broken = await tamper(trx, links, dice(seed + 1))), verify);
      const first = faults[0];
      const named =
        first &&
        Number(first.seq ?? -1) === (broken!.seq ?? -1) &&
        (first.auditId === null ? null : Number(first.auditId)) === broken!.auditId;
      if (!named) missed.push(`seed ${seed}, ${kind} at ${JSON.stringify(broken)}: ${first ? faultText(first) : 'nothing noticed'}`);
    }
    expect(missed).toEqual([]);
  });

  test('an emptied log, with all its links, is noticed', async () => {
    const { faults } = await tampered(async (trx) => {
      await trx('core_audit').delete();
      await trx('core_audit_seal').delete();
    }, verify);
    expect(faults[0]).toMatchObject({ what: 'row missing', seq: 1n });
  });

  test('a link that was resealed after it was anchored contradicts the anchor, even with the key', async () => {
    const last = (await chain(owner)).at(-1)!;
    const { faults } = await tampered(async (trx) => {
      await trx('core_audit').where({ id: last.auditId }).update({ description: 'rewritten' });
      await trx('core_audit_seal').where({ root_id: root, seq: last.seq }).delete();
      await trx('core_audit_pending').insert({ audit_id: last.auditId, root_id: root });
      await trx.raw(`set local session_replication_role = origin`);
      await sealWaiting(trx, key(), root);
    }, verify);
    expect(faults[0]).toMatchObject({ what: 'anchor contradicted', seq: BigInt(last.seq) });
  });

  test('an anchor file that was changed is noticed', async () => {
    const file = join(dir, String(root), (await readdir(join(dir, String(root))))[0]!);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"seq":"(\d+)"/, '"seq":"1"'));
    expect((await verify(owner)).faults[0]).toMatchObject({ what: 'anchor forged' });
    await writeFile(file, text);
    await appendFile(file, '{"seq":"9'); // a crash in the middle of a line is no forgery
    expect((await verify(owner)).faults).toEqual([]);
    await writeFile(file, text);
  });
});

describe('the sealer', () => {
  test('two at once make one chain without gaps, and every row stands in it once', async () => {
    await write(300);
    await Promise.all(Array.from({ length: 6 }, seal));
    const links = await chain(owner);
    expect(links.map((l) => l.seq)).toEqual(links.map((_, n) => n + 1));
    expect(new Set(links.map((l) => l.auditId)).size).toBe(links.length);
    expect((await verify(owner)).faults).toEqual([]);
  });

  test('what is written waits, is sealed by a woken worker, and a rolled-back row leaves nothing', async () => {
    const worker = await startTestApp({ config: { auditDir: dir } });
    try {
      const before = (await worker.kernel.platform('core_audit').count('* as n').first())!['n'];
      await expect(
        worker.kernel.platform.transaction(async (trx) => {
          await trx('core_audit').insert({
            company_id: worker.fixtures.a.tenant.id,
            action: 'a.b',
            description: 'x',
            actor_id: 1,
            actor_name: 'x',
            user_type: 'user',
            ip: '',
            request_id: '',
          });
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      expect(await worker.kernel.platform('core_audit').count('* as n').first()).toEqual({ n: before });
      expect((await worker.call('POST', '/api/logout', worker.fixtures.a.owner)).status).toBe(200);
      await expect
        .poll(async () => Number((await worker.kernel.platform('core_audit_seal').count('* as n').first())!['n']), { timeout: 3_000 })
        .toBe(Number(before) + 1);
      expect(await worker.kernel.platform('core_audit_pending')).toEqual([]);
    } finally {
      await worker.close();
    }
  });
});

describe('retention', () => {
  beforeEach(async () => {
    if (await owner('core_audit').where({ action: 'test.old' }).first()) return;
    await write(5, { action: 'test.old', at: '2020-01-01T00:00:00Z' });
    await seal();
  });

  test('nothing goes while a younger row stands before the old ones', async () => {
    expect(await dropOldRows(app.kernel.platform, key())).toBe(0);
  });

  test('the old front goes, leaving a signed checkpoint from which the rest holds', async () => {
    const fresh = await startTestApp({ config: { roles: ['web'], auditDir: await mkdtemp(join(tmpdir(), 'anchors-')) } });
    const { platform } = fresh.kernel;
    const rootId = fresh.fixtures.root.id;
    const row = (at: string, n: number) => ({
      company_id: fresh.fixtures.a.tenant.id,
      at,
      action: 'test.done',
      description: `${n}`,
      actor_id: 1,
      actor_name: 'x',
      user_type: 'user',
      ip: '',
      request_id: '',
    });
    const sealed = Buffer.from(fresh.kernel.secrets.key(CHAIN_KEY));
    try {
      await platform('core_audit').insert([1, 2, 3].map((n) => row('2021-05-01T00:00:00Z', n)));
      await platform('core_audit').insert([4, 5].map((n) => row(new Date().toISOString(), n)));
      await sealWaiting(platform, sealed, rootId);
      await anchorHeads(platform, sealed, fresh.kernel.config.auditDir, new Date());
      expect(await dropOldRows(platform, sealed)).toBe(3);
      expect(await dropOldRows(platform, sealed)).toBe(0);
      expect(await verifyAudit(platform, sealed, fresh.kernel.config.auditDir)).toMatchObject({ checked: 2, faults: [] });
      // Whoever drops the front by themselves cannot sign for it.
      const other = createKnex({ client: 'pg', connection: fresh.databaseUrl, pool: { min: 0, max: 1 } });
      const forged = await other.transaction();
      await forged.raw(`set local session_replication_role = replica`);
      await forged('core_audit_seal').where({ seq: 4 }).delete();
      await forged('core_audit').where({ description: '4' }).delete();
      const [link] = await forged.raw(`select decode(repeat('00', 32), 'hex') as h`).then((r: any) => r.rows);
      await forged('core_audit_checkpoint').insert({
        company_id: rootId,
        agency_id: rootId,
        root_id: rootId,
        seq: 4,
        audit_id: 4,
        hash: link.h,
        signature: link.h,
      });
      expect((await verifyAudit(forged, sealed, fresh.kernel.config.auditDir)).faults[0]).toMatchObject({ what: 'checkpoint forged' });
      await forged.rollback();
      await other.destroy();
    } finally {
      await fresh.close();
    }
  });

  test('the serving role can neither delete by itself nor have young rows dropped', async () => {
    await expect(app.kernel.platform('core_audit').delete()).rejects.toThrow(/permission denied|append-only/);
    await expect(
      app.kernel.platform.transaction(async (trx) => {
        await trx.raw(`select set_config('app.audit_prune', 'on', true)`);
        await trx('core_audit_seal').delete();
      }),
    ).rejects.toThrow(/permission denied/);
    const last = await app.kernel.platform('core_audit_seal').orderBy('seq').first();
    await expect(
      app.kernel.platform.raw('select core_audit_prune(?, ?, ?, ?)', [root, last.seq, last.hash, Buffer.alloc(32)]),
    ).rejects.toThrow(/younger than 24 months/);
  });
});

describe('npm run verify-audit', () => {
  const run = promisify(execFile);
  const script = join(import.meta.dirname, '../../scripts/verify-audit.ts');
  const verifyOnce = () =>
    run(process.execPath, [script], {
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: app.databaseUrl, AUDIT_DIR: dir, APP_SECRET: app.kernel.config.secret },
    });

  test('is content with a whole log, and with a broken one names the first broken row and fails', async () => {
    expect((await verifyOnce()).stdout).toMatch(/rows checked, 0 waiting for their link, nothing is broken/);
    const at = (await chain(owner))[40]!;
    await owner.transaction(async (trx) => {
      await trx.raw('set local session_replication_role = replica');
      await trx('core_audit').where({ id: at.auditId }).update({ description: 'rewritten' });
    });
    const failed = (await verifyOnce().catch((error: unknown) => error)) as { code: number; stderr: string };
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`row changed - row ${at.auditId}, place ${at.seq} of the chain`);
  });
});
