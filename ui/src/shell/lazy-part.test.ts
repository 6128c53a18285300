import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PART_LIMIT_MS, within } from './lazy-part.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives a part two minutes to load, and no more', async () => {
  expect(PART_LIMIT_MS).toBe(120_000);
  const failed = vi.fn<(error: unknown) => void>();
  const never = within(new Promise(() => undefined)).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await never;
  expect(failed.mock.calls[0]?.[0]).toMatchObject({ message: 'a part of the page did not load within 120000 ms' });
});
it('hands on what came in time, and a failure as it was, and leaves no timer behind', async () => {
  expect(await within(Promise.resolve('here'))).toBe('here');
  await expect(within(Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  expect(vi.getTimerCount()).toBe(0);
});
