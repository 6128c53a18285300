import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { shelf } from '../support/shelf/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf], config: { roles: ['web'] } });
});
afterAll(() => app.close());

const create = (title: string, key: string, who = app.fixtures.a.owner) =>
  app.call('POST', '/api/shelf', who, { body: { title }, headers: { 'idempotency-key': key } });
const count = async (table: string, where: object): Promise<number> =>
  Number(((await app.kernel.platform(table).where(where).count()) as [{ count: string }])[0].count);

test('twenty calls at once with one key have one effect and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('once', 'key-1')));
  expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(200);
  expect(await count('shelf_item', { title: 'once' })).toBe(1);
  expect(await count('core_outbox', { event: 'shelf.item-added' })).toBe(1);
  expect(await count('core_audit', { action: 'shelf.created' })).toBe(1);
});

test('the same key with another request is refused and changes nothing', async () => {
  const answer = await create('something else', 'key-1');
  expect([answer.status, answer.body.code]).toEqual([422, 'core.problem.idempotency-key']);
  expect(await count('shelf_item', { title: 'something else' })).toBe(0);
});

test('a call that failed may be made again with its key', async () => {
  expect((await create('', 'key-2')).status).toBe(422);
  expect((await create('now it is right', 'key-2')).status).toBe(200);
});

test("somebody else's key is not mine", async () => {
  const [mine, theirs] = [await create('mine', 'key-3'), await create('mine', 'key-3', app.fixtures.b.owner)];
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(mine.body.id).not.toBe(theirs.body.id);
});

test('without a key every call counts', async () => {
  const plain = () => app.call('POST', '/api/shelf', app.fixtures.a.owner, { body: { title: 'plain' } });
  await Promise.all([plain(), plain()]);
  expect(await count('shelf_item', { title: 'plain' })).toBe(2);
});

test('a key is forgotten after 48 hours, however many there are, and not before', async () => {
  const db = app.kernel.platform;
  await db('core_idempotency').delete();
  await db.raw(
    `insert into core_idempotency (company_id, operation, key, body_hash, created_at)
       select ?, 'shelf.create:1', 'old-' || n, ''::bytea, now() - interval '49 hours' from generate_series(1, 12000) n`,
    [app.fixtures.a.tenant.id],
  );
  expect((await create('kept', 'key-young')).status).toBe(200);
  await db('core_idempotency')
    .where({ key: 'key-young' })
    .update({ created_at: db.raw(`now() - interval '47 hours'`) });
  const { run } = app.kernel.registry.jobs.get('core.retention')!.def;
  await app.inside(app.fixtures.root, 'core', (ctx) => run(ctx, {}), 'intent');
  expect(await db('core_idempotency').pluck('key')).toEqual(['key-young']);
  const { rows } = (await db.transaction(async (trx) => {
    await trx.raw('set local enable_seqscan = off');
    return trx.raw(`explain select ctid from core_idempotency where created_at < now() order by created_at limit 10`);
  })) as { rows: Record<string, string>[] };
  expect(JSON.stringify(rows)).toContain('core_idempotency_age');
});
