import { expect, test } from 'vitest';
import { backoffSeconds } from './backoff.ts';

test.for([
  [1, 5],
  [2, 30],
  [3, 180],
  [4, 1080],
  [20, 6 * 3600],
  [0, 5],
] as const)('after %i failures the pause is %i s, give or take a tenth', ([failures, seconds]) => {
  const pauses = Array.from({ length: 200 }, () => backoffSeconds(failures));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(Math.floor(seconds * 0.9));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(Math.ceil(seconds * 1.1));
});
