import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart, PART_LIMIT_MS, within } from './lazy-part.ts';

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

const Hello = ({ name }: { name: string }): string => `Hello ${name}`;

it('draws what stands in its place until the code is there, which is fetched once', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Hello }>>(() => Promise.resolve({ default: Hello }));
  const Part = lazyPart(load, ({ name }) => `Wait, ${name}`);
  const drawn = (): string => renderToString(createElement(Part, { name: 'Ann' }));
  expect([drawn(), load.mock.calls.length]).toEqual(['Wait, Ann', 0]);
  await Promise.all([Part.preload(), Part.preload()]);
  expect([drawn(), load.mock.calls.length]).toEqual(['Hello Ann', 1]);
});
it('is an error of the page when its code does not come', async () => {
  const Part = lazyPart<{ name: string }>(() => Promise.reject(new Error('offline')));
  expect(renderToString(createElement(Part, { name: 'Ann' }))).toBe('');
  await Part.preload();
  expect(() => renderToString(createElement(Part, { name: 'Ann' }))).toThrow('offline');
});
