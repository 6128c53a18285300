import { beforeEach, describe, expect, test } from 'vitest';
import type { Manifest, Tenant } from '../contract.ts';
import { Features, narrowed } from './features.ts';

const root: Tenant = { id: 1, kind: 'root', name: '', agencyId: 1, rootId: 1 };
const agency: Tenant = { id: 2, kind: 'agency', name: '', agencyId: 2, rootId: 1 };
const client: Tenant = { id: 3, kind: 'client', name: '', agencyId: 2, rootId: 1 };
const sibling: Tenant = { id: 4, kind: 'client', name: '', agencyId: 2, rootId: 1 };

const plugin = (id: string, more: Partial<Manifest> = {}) => ({ manifest: { id, version: '1.0.0', core: '^1', level: 'agency', ...more } });
const plugins = [
  plugin('shop', { features: { trial: { title: '', beta: true, defaultOn: false }, plain: { title: '', beta: false, defaultOn: true } } }),
  plugin('extra', { defaultOn: false }),
  plugin('addon', { requires: { shop: '*' }, level: 'platform' }),
  plugin('base', { level: 'platform' }),
];
let switches: { company_id: number; key: string; is_on: boolean }[];
let version: number;
const COMPANIES = [1, 2, 3, 4];
type Row = { company_id: number; version: string; key: string | null; is_on: boolean };
/** The database: each company has its version, and its switches if it has any. */
const platform = Object.assign(() => ({ sum: () => ({ first: async () => ({ sum: String(version * COMPANIES.length) }) }) }), {
  raw: async (_sql: string, [only]: [number | null]) => ({
    rows: COMPANIES.filter((id) => only === null || id === only).flatMap((company_id): Row[] => {
      const own = switches.filter((row) => row.company_id === company_id);
      const row = { company_id, version: String(version), key: null, is_on: false };
      return own.length > 0 ? own.map((more) => ({ ...row, ...more })) : [row];
    }),
  }),
});
let features: Features;
const set = async (...rows: [company: number, key: string, on: boolean][]): Promise<void> => {
  version += 1;
  switches = rows.map(([company_id, key, is_on]) => ({ company_id, key, is_on }));
  await features.refresh();
};
beforeEach(() => {
  [switches, version] = [[], 7];
  features = new Features(platform as never, { plugins } as never);
});

describe('a plugin', () => {
  test('is on by its default', () => expect([features.isOn('shop', agency), features.isOn('extra', agency)]).toEqual([true, false]));
  test('that did not load is off', () => expect(features.isOn('nowhere', agency)).toBe(false));
  test('of the platform takes no switch', async () => {
    await set([2, 'base', false], [1, 'base', false]);
    expect(features.isOn('base', agency)).toBe(true);
  });
  test("follows the agency's row before root's, and root's before the default", async () => {
    await set([1, 'shop', false], [1, 'extra', true]);
    expect([features.isOn('shop', agency), features.isOn('shop', client), features.isOn('extra', client)]).toEqual([false, false, true]);
    await set([1, 'shop', false], [2, 'shop', true]);
    expect([features.isOn('shop', agency), features.isOn('shop', client), features.isOn('shop', root)]).toEqual([true, true, false]);
  });
  test('narrowed by a client is off for them alone; by the agency, for all its clients', async () => {
    await set([3, narrowed('shop'), false]);
    expect([client, sibling, agency].map((t) => features.isOn('shop', t))).toEqual([false, true, true]);
    await set([2, narrowed('shop'), false]);
    expect([client, sibling, agency].map((t) => features.isOn('shop', t))).toEqual([false, false, false]);
  });
  test('is never widened by narrowing', async () => {
    await set([2, 'shop', false], [2, narrowed('shop'), true], [3, narrowed('shop'), true], [3, 'shop', true]);
    expect([features.isOn('shop', agency), features.isOn('shop', client)]).toEqual([false, false]);
  });
  test('is off with what it requires', async () => {
    await set([2, 'shop', false]);
    expect([features.isOn('addon', agency), features.isOn('addon', root)]).toEqual([false, true]);
  });
});

describe('a feature', () => {
  test('follows agency, root, default, and its plugin', async () => {
    expect([features.isFeatureOn('shop.trial', agency), features.isFeatureOn('shop.plain', agency)]).toEqual([false, true]);
    await set([1, 'shop.trial', true]);
    expect(features.isFeatureOn('shop.trial', client)).toBe(true);
    await set([1, 'shop.trial', true], [2, 'shop.trial', false]);
    expect(features.isFeatureOn('shop.trial', client)).toBe(false);
    await set([2, 'shop', false], [2, 'shop.trial', true]);
    expect(features.isFeatureOn('shop.trial', agency)).toBe(false);
  });
  test('that nobody declares is off', () =>
    expect([
      features.isFeatureOn('shop.gone', agency),
      features.isFeatureOn('gone.gone', agency),
      features.isFeatureOn('shop', agency),
    ]).toEqual([false, false, false]));
});

test('the snapshot knows whether it is behind', async () => {
  await features.refresh();
  expect([features.version, await features.isStale()]).toEqual([28, false]);
  version = 8;
  expect(await features.isStale()).toBe(true);
});

test('a change concerns its company and those below it, and is read for it alone', async () => {
  await features.refresh();
  const before = [root, agency, client, sibling].map((at) => features.versionFor(at));
  expect(before).toEqual([7, 14, 21, 21]);
  version = 8;
  switches = [
    { company_id: 3, key: narrowed('shop'), is_on: false },
    { company_id: 2, key: 'shop', is_on: false },
  ];
  await features.refresh(3);
  expect([root, agency, client, sibling].map((at) => features.versionFor(at))).toEqual([7, 14, 22, 21]);
  expect([agency, client, sibling].map((at) => features.isOn('shop', at))).toEqual([true, false, true]);
});

test('what was read before a newer answer came changes nothing', async () => {
  version = 9;
  await features.refresh();
  version = 8;
  switches = [{ company_id: 2, key: 'shop', is_on: false }];
  await features.refresh();
  expect([features.versionFor(agency), features.isOn('shop', agency)]).toEqual([18, true]);
});
