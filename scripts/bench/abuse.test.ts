import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { openClient } from '../../core/data/knex.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { attack, ATTACKS } from './abuse.ts';

const BEACONS = 500;
let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ config: { trustedHops: 1 } });
  owner = await openClient(app.databaseUrl, 'owner');
  await owner.query(`set app.scope = 'platform'`);
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

test.each(ATTACKS)(
  'forged page views from $name: nothing is charged for them, and no real person is lost',
  { timeout: 60_000 },
  async (how) => {
    const target = { url: app.url, platform: app.kernel.platform, owner, client: app.fixtures.a.clients[0]!.tenant };
    const { charged, lost, held, refused, real, realHeld } = await attack(target, how, BEACONS, () => app.settle());
    expect(charged).toBe(0);
    expect(held + refused).toBe(BEACONS);
    expect(how.token ? held : refused).toBeGreaterThan(0);
    expect([lost, real - realHeld]).toEqual([0, real]);
  },
);
