import { fc, test as prop } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { MOST_KEPT, withHead, withOlder, type KnownRows, type StreamAnswer } from './known-rows.ts';

const PER_PAGE = 4;
const row = (id: number) => ({ id });
const ids = ({ rows }: KnownRows): number[] => rows.map(({ id }) => id as number);
/** What a server answers that has these rows, newest first. */
const answer = (all: readonly number[], before = Infinity): StreamAnswer => {
  const rows = all.filter((id) => id < before);
  const data = rows.slice(0, PER_PAGE);
  return { data: data.map(row), next: rows.length > PER_PAGE ? String(data.at(-1)) : null };
};
const down = (from: number, to = 1): number[] => Array.from({ length: from - to + 1 }, (_unused, n) => from - n);

describe('rows of a stream', () => {
  const known = withOlder(withHead(null, answer(down(12)), 'id'), answer(down(12), 9), 'id');

  test('are the head and what was asked for behind it', () => {
    expect(ids(known)).toEqual(down(12, 5));
    expect(known).toMatchObject({ next: '5', older: 4 });
  });

  test('keep what is behind the head when some come in', () => {
    const after = withHead(known, answer(down(14)), 'id');
    expect(ids(after)).toEqual(down(14, 5));
    expect(after.next).toBe('5');
  });

  test('begin anew where more came in than the head holds: there would be a gap', () => {
    const after = withHead(known, answer(down(20)), 'id');
    expect(ids(after)).toEqual([20, 19, 18, 17]);
    expect(after).toMatchObject({ next: '17', older: 0 });
  });

  test('lose a row that is no more', () => {
    const left = down(12).filter((id) => id !== 10);
    expect(ids(withHead(known, answer(left), 'id'))).toEqual([12, 11, 9, 8, 7, 6, 5]);
  });

  test('are told once, also when some came in while older ones were asked for', () => {
    const head = withHead(known, answer(down(14)), 'id');
    expect(ids(withOlder(head, { data: [6, 5, 4].map(row), next: null }, 'id'))).toEqual(down(14, 4));
  });

  test('are not kept without end', () => {
    const many: KnownRows = { rows: down(MOST_KEPT + 1).map(row), next: null, older: MOST_KEPT - 3 };
    expect(withHead(many, answer(down(MOST_KEPT + 2)), 'id').rows).toHaveLength(PER_PAGE);
  });

  prop.prop([
    fc.array(fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant('older' as const), fc.constant('gone' as const)), { maxLength: 30 }),
  ])('are an unbroken run of what the server has, whatever comes and goes', (steps) => {
    let all = down(6);
    let state = withHead(null, answer(all), 'id');
    for (const step of steps) {
      if (step === 'older' && state.next !== null) state = withOlder(state, answer(all, Number(state.next)), 'id');
      else if (step === 'gone') all = all.filter((_id, n) => n !== 1);
      else if (typeof step === 'number') all = [...down((all[0] ?? 0) + step, (all[0] ?? 0) + 1), ...all];
      state = withHead(state, answer(all), 'id');
      const run = ids(state);
      // What was behind the head when it went may still be shown; what is there is never left out in between.
      expect(all.filter((id) => id >= (run.at(-1) ?? Infinity)).every((id) => run.includes(id))).toBe(true);
      expect(run).toEqual(run.toSorted((a, b) => b - a));
      expect(new Set(run).size).toBe(run.length);
    }
  });
});
