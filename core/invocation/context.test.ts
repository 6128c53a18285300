import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from '../boot/as-system.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
});
afterAll(() => app.close());

const companiesSeen = async (ctx: { db: import('knex').Knex }): Promise<number> =>
  ((await ctx.db('core_tenant').select('id')) as unknown[]).length;

describe('acting for a company below', () => {
  test('narrows every RLS policy, and widens them again afterwards', async () => {
    const { root, a } = app.fixtures;
    const seen = await asSystem(app.kernel, root, async (ctx) => [
      await companiesSeen(ctx),
      await ctx.as(a.tenant, companiesSeen),
      await ctx.as(a.clients[0]!.tenant, companiesSeen),
      await companiesSeen(ctx),
    ]);
    expect(seen).toEqual([7, 3, 1, 7]);
  });

  test('also when the work fails and the caller goes on', async () => {
    const { root, a } = app.fixtures;
    const seen = await asSystem(app.kernel, root, async (ctx) => {
      await ctx.as(a.tenant, () => Promise.reject(new Error('no'))).catch(() => undefined);
      return companiesSeen(ctx);
    });
    expect(seen).toBe(7);
  });

  test('never looks up or sideways', async () => {
    const { root, a, b } = app.fixtures;
    for (const target of [root, b.tenant, b.clients[0]!.tenant]) {
      await expect(asSystem(app.kernel, a.tenant, (ctx) => ctx.as(target, companiesSeen))).rejects.toThrow(
        'a call may only narrow its company',
      );
    }
  });
});

test('a company that the caller does not see is not there', async () => {
  const { a, b } = app.fixtures;
  expect(
    await asSystem(app.kernel, a.tenant, async (ctx) => [
      (await ctx.company(a.clients[0]!.tenant.id))?.name,
      await ctx.company(b.tenant.id),
    ]),
  ).toEqual(['Client A1', null]);
});
