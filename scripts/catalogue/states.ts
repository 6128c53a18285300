import { denied, Problem } from '../../core/contract.ts';

/** What a block or an input can be seen in. `refused`: a form was sent, and the server said no to a field. */
export const STATES = ['filled', 'empty', 'loading', 'error', 'denied', 'long', 'refused'] as const;
export type StateName = (typeof STATES)[number];

/** States of whatever reads a source. */
export const READ: readonly StateName[] = ['filled', 'empty', 'loading', 'error', 'denied', 'long'];
export const ALWAYS: readonly StateName[] = ['filled'];

/** What a source answers: made up, and lengthened in the members that `long` names. */
export interface Answer {
  filled: Readonly<Record<string, unknown>>;
  /** In place of no rows, or of nothing at all. */
  empty?: Readonly<Record<string, unknown>>;
  long?: readonly string[];
}

/** For how long a source that is slow keeps everybody waiting, in milliseconds. */
const SLOW_MS = 20_000;
const LONG =
  'A name that nobody expected to be this long, with a Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft in the middle and some words after it';

const lengthened = (value: unknown, members: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => lengthened(one, members));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      members.has(name)
        ? Array.isArray(member)
          ? Array.from({ length: 12 }, () => 'Donaudampfschifffahrt')
          : LONG
        : lengthened(member, members),
    ]),
  );
};

/** Answers as a source in that state would: late, with a refusal, with nothing, or with more than one counted on. */
export async function answerIn(state: string | undefined, { filled, empty, long = [] }: Answer): Promise<object> {
  switch (state as StateName | undefined) {
    case 'error':
      throw new Problem(500, 'core.problem.internal');
    case 'denied':
      throw denied();
    case 'loading':
      await new Promise<void>((resolve) => setTimeout(resolve, SLOW_MS).unref());
      return filled;
    case 'empty':
      return empty ?? ('data' in filled ? { ...filled, data: [], total: 0 } : {});
    case 'long':
      return lengthened(filled, new Set(long)) as object;
    default:
      return filled;
  }
}
