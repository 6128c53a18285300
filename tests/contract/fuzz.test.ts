import { afterAll, beforeAll, expect, test } from 'vitest';
import { definePlugin, defineRoute, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { type Attempt, hostileTo } from '../support/hostile.ts';
import { slack } from '../support/slack.ts';
import { reader, shelf } from '../support/shelf/index.ts';

/** Takes anything and keeps it, in the kinds of column that are hardest to please; and one upload. */
const taker = definePlugin({
  manifest: { id: 'taker', version: '1.0.0', core: '^1', level: 'platform' },
  routes: [
    defineRoute({
      id: 'taker.take',
      method: 'POST',
      path: '/taker',
      summary: 'Keeps whatever it is given',
      ability: 'signed-in',
      idempotent: true,
      body: T.Object({ anything: T.Unknown(), text: T.String() }),
      response: T.Object({ anything: T.Unknown(), text: T.String() }),
      async handler(ctx, { body }) {
        const { rows } = (await ctx.db.raw('select ?::jsonb as anything, ?::text as text', [
          JSON.stringify(body.anything ?? null),
          body.text,
        ])) as { rows: [{ anything: unknown; text: string }] };
        return rows[0];
      },
    }),
    defineRoute({
      id: 'taker.upload',
      method: 'POST',
      path: '/taker/file',
      summary: 'Counts the letters of a file',
      ability: 'signed-in',
      upload: { maxBytes: 1_000 },
      response: T.Object({ name: T.String(), letters: T.Integer() }),
      handler: async (_ctx, { file }) => ({ name: file!.name, letters: file!.text.length }),
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf, reader, taker], config: { roles: ['web', 'collect'] } });
});
afterAll(() => app.close());

const INTERNALS =
  /\n\s+at |\.ts:\d+|node_modules|\b(select|insert into|update|delete from)\b.*\b(from|values|set|where)\b|violates|relation "|column "|syntax error|knex|ECONN/i;

/** What is wrong with the answer to a bad request, or null. */
async function faultOf(method: string, attempt: Attempt, token: string): Promise<string | null> {
  const began = performance.now();
  const answer = await app.call(method, attempt.path, token, attempt.options);
  const took = performance.now() - began;
  if (answer.status >= 500) return `${answer.status} ${answer.body.code}`;
  if (took > 2_000 && took > 2_000 * slack()) return `took ${Math.round(took)} ms`;
  if (answer.status < 400) return null;
  if (INTERNALS.test(answer.text)) return `shows its insides: ${answer.text.slice(0, 200)}`;
  if (answer.headers.get('content-type') !== 'application/problem+json')
    return `${answer.status} is no problem document: ${answer.text.slice(0, 100)}`;
  const { code, detail, requestId } = answer.body as Record<string, string>;
  return code && detail && requestId && detail !== code
    ? null
    : `a problem without code, detail or request id: ${answer.text.slice(0, 100)}`;
}

test('bad requests to every route are refused in order: no 5xx, no insides, no hang', async () => {
  const { a, operator } = app.fixtures;
  const faults: string[] = [];
  let tried = 0;
  for (const { def } of app.kernel.registry.routes.values()) {
    await app.kernel.platform('core_rate').delete();
    const attempts = hostileTo(def);
    const session = (person: Person) => app.kernel.sessions.open({ accountId: person.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
    const mine = await app.call(def.method, attempts[0]!.path, await session(a.owner), attempts[0]!.options);
    const who = mine.status === 403 ? operator : a.owner;
    for (let at = 0; at < attempts.length; at += 16) {
      const token = await session(who);
      const found = await Promise.all(
        attempts.slice(at, at + 16).map(async (attempt) => ({ attempt, fault: await faultOf(def.method, attempt, token) })),
      );
      tried += found.length;
      faults.push(...found.filter((f) => f.fault).map((f) => `${def.id}, ${f.attempt.name}: ${f.fault}`));
    }
  }
  console.log(`Tried ${tried} bad requests over ${app.kernel.registry.routes.size} routes.`);
  expect(faults).toEqual([]);
}, 1_800_000);

test('nothing that was sent reached the prototypes of objects', () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(({} as Record<string, unknown>)['is_system']).toBeUndefined();
});

test.for([
  ['a file that is too large', 'x'.repeat(2_000), 413],
  ['a file that fits', 'x'.repeat(500), 200],
] as const)('%s is judged by its size', async ([, content, status]) => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'list.csv');
  const response = await fetch(`${app.url}/api/taker/file`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${await app.tokenOf(app.fixtures.a.owner)}` },
  });
  expect(response.status).toBe(status);
});

test('two files, or none, are refused', async () => {
  const send = async (names: string[]) => {
    const form = new FormData();
    form.append('kind', 'list');
    for (const name of names) form.append('file', new Blob(['x']), name);
    return fetch(`${app.url}/api/taker/file`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${await app.tokenOf(app.fixtures.a.owner)}` },
    });
  };
  expect((await send([])).status).toBe(422);
  expect((await send(['a', 'b'])).status).toBeLessThan(500);
});
