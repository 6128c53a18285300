import { expect, it } from 'vitest';
import { eventReader, waitBefore } from './live.ts';
import { fillPath, paramsOf, queryString } from './url.ts';

it('fills path parameters and encodes them', () => {
  expect(paramsOf('/api/a/:id/b/:name')).toEqual(['id', 'name']);
  expect(fillPath({ path: '/api/a/:id/b/:name' }, { id: 4, name: 'x/y z' })).toBe('/api/a/4/b/x%2Fy%20z');
});
it('sends an empty value as a dash and leaves out optional ones at the end only', () => {
  expect(fillPath({ path: '/api/a/:id' }, { id: '' })).toBe('/api/a/-');
  expect(fillPath({ path: '/api/a/:id/:sub', optional: ['sub'] }, { id: 1 })).toBe('/api/a/1');
  expect(fillPath({ path: '/api/a/:one/:two', optional: ['one', 'two'] }, { two: 2 })).toBe('/api/a/-/2');
});
it('leaves empty values out of a query', () => expect(queryString({ a: '', b: null, c: 0, d: 'x&y' })).toBe('?c=0&d=x%26y'));
it('puts live events together over any split of the stream', () => {
  const stream = ': hello\n\ndata: {"topic":"a"}\r\n\r\nevent: x\ndata: {"topic":\ndata: "b"}\n\n';
  for (let cut = 1; cut < stream.length; cut++) {
    const read = eventReader();
    const events = [...read(stream.slice(0, cut)), ...read(stream.slice(cut))].map((data) => JSON.parse(data) as unknown);
    expect(events).toEqual([{ topic: 'a' }, { topic: 'b' }]);
  }
});
it('waits longer after each failure, up to half a minute', () => {
  expect(waitBefore(0, 1)).toBe(1000);
  expect(waitBefore(3, 0)).toBe(4000);
  expect(waitBefore(40, 1)).toBe(30_000);
});
