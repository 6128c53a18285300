import { expect, it } from 'vitest';
import type { WireColumn, WireFilter } from '../../../../core/contract/wire.ts';
import { asQuery, nextSort, pageWindow, readState, unknownIn, withoutUnknown, writeState } from './address.ts';
import { inTurns } from './use-bulk.ts';

const table = {
  columns: [{ field: 'name', title: 'Name', as: 'text', sort: true } as WireColumn, { field: 'x', title: 'X', as: 'text' } as WireColumn],
  filters: [{ name: 'status', title: 'Status', options: [{ value: 'on', title: 'On' }] }],
};
const read = (text: string, prefix = '') => readState(new URLSearchParams(text), prefix, table);

it('reads a state and ignores what is not the table’s own', () => {
  const none = { columns: null, compact: null };
  expect(read('')).toEqual({ page: 1, per: 10, sort: '', order: 'asc', search: '', filters: {}, open: '', add: false, ...none });
  expect(read('page=3&per=25&sort=name&order=desc&q=co&f-status=on&open=7')).toEqual({
    page: 3,
    per: 25,
    sort: 'name',
    order: 'desc',
    search: 'co',
    filters: { status: 'on' },
    open: '7',
    add: false,
    ...none,
  });
  expect(read('page=-1&per=7&sort=x&order=up&f-status=hack')).toEqual(read(''));
});
it('goes back to the first page and closes the row when the list changes', () => {
  expect(writeState(new URLSearchParams('page=3&open=7&tab=a'), '', { search: ' co ' }).toString()).toBe('tab=a&q=co');
  expect(writeState(new URLSearchParams('page=3'), '', { open: '7' }).toString()).toBe('page=3&open=7');
  expect(writeState(new URLSearchParams('f-status=on&q=a'), '', { filters: { status: '' }, search: '' }).toString()).toBe('');
  expect(writeState(new URLSearchParams('f-status=on'), '', { filters: { kind: 'a' } }).toString()).toBe('f-status=on&f-kind=a');
});
it('keeps the form for a new row open, with an address of its own', () => {
  const open = writeState(new URLSearchParams('page=2'), '', { add: true });
  expect(open.toString()).toBe('page=2&add=1');
  expect(read(open.toString()).add).toBe(true);
  expect(writeState(writeState(open, '', { page: 3 }), '', { add: false }).toString()).toBe('page=3');
});
const lead: WireFilter = { name: 'campaignId', title: 'Campaign', also: 'campaign', source: { call: { method: 'GET', path: '/api/x' } } };
const lined = { ...table, lines: true as const, filters: [lead, { name: 'period', title: 'Period', as: 'period' as const }] };
const readLined = (text: string) => readState(new URLSearchParams(text), '', lined);
it('takes days, and choices that only the server knows, under another name too', () => {
  expect(readLined('campaign=7&f-period=2026-10-01..2026-10-31').filters).toEqual({ campaignId: '7', period: '2026-10-01..2026-10-31' });
  expect(readLined('campaign=7&f-campaignId=8&f-period=30').filters).toEqual({ campaignId: '8', period: '30' });
  // Days that are none are refused by the server, in words.
  expect(readLined('f-period=whenever').filters).toEqual({ period: 'whenever' });
  const without = writeState(new URLSearchParams('campaign=7&f-campaignId=8'), '', { filters: { campaignId: '' } }, lined.filters);
  expect(without.toString()).toBe('');
});
it('keeps columns and density of a table with lines, which move nobody to the first page', () => {
  expect(readLined('cols=x,gone&rows=compact')).toMatchObject({ columns: ['x'], compact: true });
  expect(readLined('cols=gone&rows=other')).toMatchObject({ columns: null, compact: null });
  expect(read('cols=x&rows=compact')).toMatchObject({ columns: null, compact: null });
  const next = writeState(new URLSearchParams('page=3&open=7'), '', { columns: ['name', 'x'], compact: true });
  expect(next.toString()).toBe('page=3&open=7&cols=name%2Cx&rows=compact');
  expect(writeState(next, '', { columns: null, compact: null }).toString()).toBe('page=3&open=7');
});
it('says what an address asks for that the table does not have, and forgets just that', () => {
  const unknown = (text: string) => unknownIn(new URLSearchParams(text), '', { ...lined, filters: [...lined.filters, ...table.filters] });
  expect(unknown('cols=x,name&sort=name&f-status=on&f-campaignId=7&page=9')).toBeNull();
  expect(unknown('cols=x,gone&sort=x&f-status=hack')).toEqual({
    columns: ['gone'],
    sort: 'x',
    filters: [{ name: 'status', title: 'Status', value: 'hack' }],
  });
  const without = (text: string) => withoutUnknown(new URLSearchParams(text), '', lined).toString();
  expect(without('cols=x,gone&sort=x&order=desc&page=2')).toBe('cols=x&page=2');
  expect(without('cols=gone&tab=a')).toBe('tab=a');
});
it('keeps two tables apart', () => expect(writeState(new URLSearchParams('page=2'), '1-', { page: 5 }).toString()).toBe('page=2&1-page=5'));
it('sends the names of the list contract', () =>
  expect(asQuery(read('page=2&sort=name&q=a&f-status=on'))).toEqual({
    Page: '2',
    PerPage: '10',
    sortby: 'name',
    order: 'asc',
    search: 'a',
    status: 'on',
  }));
it('turns a sort round: none, up, down, none', () => {
  expect(nextSort({ sort: '', order: 'asc' }, 'name')).toEqual({ sort: 'name', order: 'asc' });
  expect(nextSort({ sort: 'name', order: 'asc' }, 'name')).toEqual({ sort: 'name', order: 'desc' });
  expect(nextSort({ sort: 'name', order: 'desc' }, 'name')).toEqual({ sort: '', order: 'asc' });
});
it('shows at most five pages around the current one', () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3]);
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(9, 20)).toEqual([7, 8, 9, 10, 11]);
  expect(pageWindow(20, 20)).toEqual([16, 17, 18, 19, 20]);
});
it('works in turns, a few at a time, with results in order', async () => {
  let now = 0;
  let most = 0;
  const results = await inTurns([5, 1, 4, 2, 3], 2, async (n) => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, n));
    now--;
    return n * 2;
  });
  expect(results).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
});
