import { beforeEach, describe, expect, test } from 'vitest';
import type { Manifest, Tenant } from '../contract.ts';
import { Gate, narrowed } from './gate.ts';

const root: Tenant = { id: 1, kind: 'root', name: '', agencyId: 1, rootId: 1 };
const agency: Tenant = { id: 2, kind: 'agency', name: '', agencyId: 2, rootId: 1 };
const client: Tenant = { id: 3, kind: 'client', name: '', agencyId: 2, rootId: 1 };
const sibling: Tenant = { id: 4, kind: 'client', name: '', agencyId: 2, rootId: 1 };

const plugin = (id: string, more: Partial<Manifest> = {}) => ({ manifest: { id, version: '1.0.0', core: '^1', scope: 'agency', ...more } });
const plugins = [
  plugin('shop', { features: { trial: { title: '', beta: true, defaultOn: false }, plain: { title: '', beta: false, defaultOn: true } } }),
  plugin('extra', { defaultOn: false }),
  plugin('addon', { requires: { shop: '*' }, scope: 'platform' }),
  plugin('base', { scope: 'platform' }),
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
let gate: Gate;
const set = async (...rows: [company: number, key: string, on: boolean][]): Promise<void> => {
  version += 1;
  switches = rows.map(([company_id, key, is_on]) => ({ company_id, key, is_on }));
  await gate.refresh();
};
beforeEach(() => {
  [switches, version] = [[], 7];
  gate = new Gate(platform as never, { plugins } as never);
});

describe('a plugin', () => {
  test('is on by its default', () => expect([gate.isOn('shop', agency), gate.isOn('extra', agency)]).toEqual([true, false]));
  test('that did not load is off', () => expect(gate.isOn('nowhere', agency)).toBe(false));
  test('of the platform takes no switch', async () => {
    await set([2, 'base', false], [1, 'base', false]);
    expect(gate.isOn('base', agency)).toBe(true);
  });
  test("follows the agency's row before root's, and root's before the default", async () => {
    await set([1, 'shop', false], [1, 'extra', true]);
    expect([gate.isOn('shop', agency), gate.isOn('shop', client), gate.isOn('extra', client)]).toEqual([false, false, true]);
    await set([1, 'shop', false], [2, 'shop', true]);
    expect([gate.isOn('shop', agency), gate.isOn('shop', client), gate.isOn('shop', root)]).toEqual([true, true, false]);
  });
  test('narrowed by a client is off for him alone; by the agency, for all its clients', async () => {
    await set([3, narrowed('shop'), false]);
    expect([client, sibling, agency].map((t) => gate.isOn('shop', t))).toEqual([false, true, true]);
    await set([2, narrowed('shop'), false]);
    expect([client, sibling, agency].map((t) => gate.isOn('shop', t))).toEqual([false, false, false]);
  });
  test('is never widened by narrowing', async () => {
    await set([2, 'shop', false], [2, narrowed('shop'), true], [3, narrowed('shop'), true], [3, 'shop', true]);
    expect([gate.isOn('shop', agency), gate.isOn('shop', client)]).toEqual([false, false]);
  });
  test('is off with what it requires', async () => {
    await set([2, 'shop', false]);
    expect([gate.isOn('addon', agency), gate.isOn('addon', root)]).toEqual([false, true]);
  });
});

describe('a feature', () => {
  test('follows agency, root, default, and its plugin', async () => {
    expect([gate.isFeatureOn('shop.trial', agency), gate.isFeatureOn('shop.plain', agency)]).toEqual([false, true]);
    await set([1, 'shop.trial', true]);
    expect(gate.isFeatureOn('shop.trial', client)).toBe(true);
    await set([1, 'shop.trial', true], [2, 'shop.trial', false]);
    expect(gate.isFeatureOn('shop.trial', client)).toBe(false);
    await set([2, 'shop', false], [2, 'shop.trial', true]);
    expect(gate.isFeatureOn('shop.trial', agency)).toBe(false);
  });
  test('that nobody declares is off', () =>
    expect([gate.isFeatureOn('shop.gone', agency), gate.isFeatureOn('gone.gone', agency), gate.isFeatureOn('shop', agency)]).toEqual([
      false,
      false,
      false,
    ]));
});

test('the snapshot knows whether it is behind', async () => {
  await gate.refresh();
  expect([gate.version, await gate.isStale()]).toEqual([28, false]);
  version = 8;
  expect(await gate.isStale()).toBe(true);
});

test('a change concerns its company and those below it, and is read for it alone', async () => {
  await gate.refresh();
  const before = [root, agency, client, sibling].map((at) => gate.versionFor(at));
  expect(before).toEqual([7, 14, 21, 21]);
  version = 8;
  switches = [
    { company_id: 3, key: narrowed('shop'), is_on: false },
    { company_id: 2, key: 'shop', is_on: false },
  ];
  await gate.refresh(3);
  expect([root, agency, client, sibling].map((at) => gate.versionFor(at))).toEqual([7, 14, 22, 21]);
  expect([agency, client, sibling].map((at) => gate.isOn('shop', at))).toEqual([true, false, true]);
});

test('what was read before a newer answer came changes nothing', async () => {
  version = 9;
  await gate.refresh();
  version = 8;
  switches = [{ company_id: 2, key: 'shop', is_on: false }];
  await gate.refresh();
  expect([gate.versionFor(agency), gate.isOn('shop', agency)]).toEqual([18, true]);
});
