import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { rawBounded, unbounded } from '../../core/boot/checks/strangers.ts';
import { type RateDef, ratesOf } from '../../core/contract.ts';
import { type Open, openToAll, tableOf } from '../../scripts/stranger-limits/table.ts';

let open: Open;
beforeAll(async () => {
  open = await openToAll();
});

describe('what answers anybody', () => {
  test('says what it uses up and what bounds it', () => {
    expect(open.routes.length).toBeGreaterThan(20);
    expect(open.routes.flatMap((route) => unbounded(route, open.rates) ?? [])).toEqual([]);
    expect(open.routes.filter((route) => ratesOf(route).length === 0).map(({ id }) => id)).toEqual([]);
    expect(open.raw.filter((route) => !rawBounded(route)).map(({ path }) => path)).toEqual([]);
  });

  test('stands in docs/operations.md as it is (npm run limits)', () => {
    const cells = (text: string): string[] => text.split('\n').map((line) => line.replace(/[ -]+/g, ' ').trim());
    const shown = /<!-- limits -->(.*)<!-- \/limits -->/s.exec(readFileSync('docs/operations.md', 'utf8'))![1]!;
    expect(cells(shown.trim())).toEqual(cells(tableOf(open)));
  });

  test('is refused without a limit, however it is written', () => {
    const rate = (id: string, by: RateDef['by']): [string, RateDef] => [id, { id: id as RateDef['id'], points: 1, seconds: 60, by }];
    const rates = new Map([rate('x.address', 'ip'), rate('x.device', 'device'), rate('x.name', { body: 'email' })]);
    const said = { ability: 'public', method: 'POST', spends: ['rows'], rate: 'x.address' } as const;
    expect(unbounded(said, rates)).toBeNull();
    expect(unbounded({ ...said, rate: ['x.name', 'x.device'] }, rates)).toBeNull();
    expect(unbounded({ ...said, method: 'GET', spends: [], rate: undefined! }, rates)).toBeNull();
    expect(unbounded({ ability: 'signed-in', method: 'POST' }, rates)).toBeNull();
    const faulty = [
      { ability: 'public', method: 'GET' },
      { ...said, rate: 'x.name' },
      { ...said, rate: 'x.unknown' },
      { ...said, spends: [], rate: undefined! },
      { ...said, method: 'GET', rate: undefined! },
      { ...said, spends: ['mail'] },
      { ...said, ability: 'signed-in' },
    ] as const;
    expect(faulty.filter((route) => unbounded(route, rates) === null)).toEqual([]);
  });
  test('of raw routes is refused without both, also where no types were checked', () => {
    expect(rawBounded({ spends: ['rows'], limits: 'ten an hour for each address' })).toBe(true);
    expect([{}, { spends: [] }, { limits: 'ten an hour for each address' }, { spends: [], limits: '' }].filter(rawBounded)).toEqual([]);
  });
});
