import { expect, test } from 'vitest';
import { coalesced } from './coalesce.ts';

/** Work that is done when a test says so. */
function held() {
  const ends: ((error?: Error) => void)[] = [];
  const trigger = coalesced(() => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))));
  return { trigger, ends };
}
const settled = () => new Promise((r) => setTimeout(r, 0));

test('calls during a run cause exactly one more, after it', async () => {
  const { trigger, ends } = held();
  const first = trigger();
  const others = [trigger(), trigger(), trigger()];
  expect(ends).toHaveLength(1);
  ends[0]!();
  await first;
  await settled();
  expect(ends).toHaveLength(2);
  ends[1]!();
  await Promise.all(others);
  await settled();
  expect(ends).toHaveLength(2);
});

test('a call during the second run causes a third', async () => {
  const { trigger, ends } = held();
  void trigger();
  void trigger();
  ends[0]!();
  await settled();
  const late = trigger();
  ends[1]!();
  await settled();
  expect(ends).toHaveLength(3);
  ends[2]!();
  await late;
});

test('a run that fails tells whoever asked for it, and does not stand in the way of the next', async () => {
  const { trigger, ends } = held();
  const [first, second] = [trigger(), trigger()];
  ends[0]!(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await settled();
  ends[1]!();
  await second;
  const third = trigger();
  ends[2]!();
  await third;
});
