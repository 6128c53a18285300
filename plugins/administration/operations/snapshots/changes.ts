import { isDeepStrictEqual } from 'node:util';
import type { Configured } from '../../../../core/contract.ts';

/** One value that differs: in which part, under which name, and where within it. */
export interface Change {
  part: string;
  name: string;
  before: string;
  after: string;
  kind: 'added' | 'removed' | 'changed';
}
/** By part, what is configured in it. */
export type Parts = Readonly<Record<string, Configured>>;

/** Between the names of a path. */
export const WITHIN = ' › ';

/** What leads from one configuration to another, value by value, in the order of the parts given. */
export function changesBetween(before: Parts, after: Parts, parts: readonly string[]): Change[] {
  return parts.flatMap((part) => {
    const [from, to] = [leavesOf(before[part] ?? {}), leavesOf(after[part] ?? {})];
    return [...new Set([...from.keys(), ...to.keys()])].toSorted().flatMap((name): Change[] => {
      const [was, is] = [from.get(name), to.get(name)];
      if (isDeepStrictEqual(was, is)) return [];
      const kind = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
      return [{ part, name, before: textOf(was), after: textOf(is), kind }];
    });
  });
}

/** The single values of something nested, by the path to each; lists are single values. */
function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map([[path, value]]);
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== '') return new Map([[path, value]]);
  return new Map(entries.flatMap(([name, inner]) => [...leavesOf(inner, path === '' ? name : `${path}${WITHIN}${name}`)]));
}

const LONGEST = 300;
function textOf(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
