import { expect, test } from 'vitest';
import { spreadMs } from './live-stream.ts';

test('few browsers come back at once, more about fifty a second, and nobody later than in ten seconds', () => {
  expect([1, 19, 20, 100, 500, 10_000].map(spreadMs)).toEqual([0, 0, 400, 2_000, 10_000, 10_000]);
});
