import { expect, test } from 'vitest';
import type { Tenant } from '../contract.ts';
import { LiveHub } from './live.ts';

const root: Tenant = { id: 1, kind: 'root', name: '', agencyId: 1, rootId: 1 };
const agency: Tenant = { id: 2, kind: 'agency', name: '', agencyId: 2, rootId: 1 };
const other: Tenant = { id: 5, kind: 'agency', name: '', agencyId: 5, rootId: 1 };
const client: Tenant = { id: 3, kind: 'client', name: '', agencyId: 2, rootId: 1 };

test('a change of what is configured is told to those for whom it holds, and to nobody else', () => {
  const hub = new LiveHub();
  let told: number[] = [];
  for (const at of [root, agency, other, client]) hub.listen(at, () => told.push(at.id));
  const toldOf = (companyId: number | null): number[] => {
    told = [];
    expect(hub.tellBelow(companyId, 'config')).toBe(told.length);
    return told;
  };
  expect(toldOf(2)).toEqual([2, 3]);
  expect(toldOf(3)).toEqual([3]);
  expect(toldOf(5)).toEqual([5]);
  expect(toldOf(1)).toEqual([1, 2, 5, 3]);
  expect(toldOf(null)).toEqual([1, 2, 5, 3]);
});

test('news of a company reach its people, its agency and its root, and each is told how many are told with it', () => {
  const hub = new LiveHub();
  const told: [number, number][] = [];
  const stops = [root, agency, other, client, client].map((at) => hub.listen(at, (_topic, among) => told.push([at.id, among])));
  hub.deliver({ topic: 'leads', company: client.id, agency: agency.id, root: root.id });
  expect(told.map(([id]) => id).sort()).toEqual([1, 2, 3, 3]);
  told.length = 0;
  hub.deliver({ topic: 'charges', company: agency.id, agency: agency.id, root: root.id });
  expect(told.map(([id]) => id).sort()).toEqual([1, 2]);
  told.length = 0;
  hub.tellBelow(agency.id, 'config');
  expect(told).toEqual([
    [2, 3],
    [3, 3],
    [3, 3],
  ]);
  for (const stop of [...stops, ...stops]) stop();
  expect([hub.size, hub.tellBelow(null, 'config')]).toEqual([0, 0]);
});
