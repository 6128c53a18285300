import { expect, test } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

test('ids are UUIDs of version 7 and sort by time', () => {
  const [early, late] = [uuidV7(1_700_000_000_000), uuidV7(1_700_000_000_001)];
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
  expect(Number.parseInt(early.replaceAll('-', '').slice(0, 12), 16)).toBe(1_700_000_000_000);
});
