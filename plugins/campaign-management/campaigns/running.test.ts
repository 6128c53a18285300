import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { windowStartColumn } from './cap-use.ts';
import { FREQUENCIES, windowStart } from './windows.ts';
import { zonesOf } from './zones.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ZONES = ['America/Chicago', 'Africa/Cairo', 'Asia/Kolkata', 'Pacific/Auckland'];

test('the window of a limit begins on the same day in SQL as everywhere else', async () => {
  // Around changes of the clocks, midnights, the beginnings of weeks, months and years.
  const moments = ['2026-03-08T08:30:00Z', '2026-11-01T06:30:00Z', '2026-11-23T05:59:59Z', '2026-12-31T18:31:00Z', '2027-01-01T05:59:00Z'];
  await app.inside(app.fixtures.a.tenant, 'campaigns', async (ctx) => {
    for (const now of moments.map((moment) => new Date(moment)))
      for (const timezone of ZONES)
        for (const frequency of FREQUENCIES) {
          const column = windowStartColumn({ db: ctx.db, now } as Ctx, 'frequency');
          const { rows } = (await ctx.db.raw(
            `select to_char(?, 'YYYY-MM-DD') as start from (select ?::text as frequency, ?::text as timezone) c`,
            [column, frequency, timezone],
          )) as { rows: [{ start: string }] };
          expect(rows[0].start, `${now.toISOString()} ${timezone} ${frequency}`).toBe(windowStart(now, frequency, timezone));
        }
  });
});

test('the zones of campaigns are each found once, of nobody else and in the wanted states', async () => {
  const { root, a, b } = app.fixtures;
  const add = async (companyId: number, timezone: string, status: string) => {
    const fields = { company_id: companyId, product: 'local', name: 'Zoned', timezone, status, pause_reason: null };
    await app.kernel.platform('campaigns_campaign').insert(fields);
  };
  for (const timezone of ['Asia/Kolkata', 'Africa/Cairo', 'Asia/Kolkata']) await add(a.clients[0]!.tenant.id, timezone, 'active');
  await add(a.clients[1]!.tenant.id, 'America/Chicago', 'ended');
  await add(b.clients[0]!.tenant.id, 'Pacific/Auckland', 'active');
  const zones = (tenant: typeof root, ...statuses: 'active'[]) =>
    app.inside(tenant, 'campaigns', (ctx) => zonesOf(ctx, statuses.length > 0 ? statuses : undefined));
  expect(await zones(a.tenant)).toEqual(['Africa/Cairo', 'America/Chicago', 'Asia/Kolkata']);
  expect(await zones(a.tenant, 'active')).toEqual(['Africa/Cairo', 'Asia/Kolkata']);
  expect(await zones(a.clients[1]!.tenant)).toEqual(['America/Chicago']);
  expect(await zones(b.tenant)).toEqual(['Pacific/Auckland']);
  expect(await zones(root)).toEqual(['Africa/Cairo', 'America/Chicago', 'Asia/Kolkata', 'Pacific/Auckland']);
});
