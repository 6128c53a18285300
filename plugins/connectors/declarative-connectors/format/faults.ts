import { closest, distance } from 'fastest-levenshtein';

/** What is wrong with a document, and where. `code` is a message key below `declarative-connectors.fault.`. */
export interface Fault {
  code: string;
  /** JSON Pointer. */
  pointer: string;
  /** From 1. */
  line: number;
  column: number;
  params: Record<string, string | number>;
  /** The name that was probably meant. */
  near?: string;
}
/** A fault before its line is known. `key`: it is about the name of the member, not its value. */
export interface Found {
  code: string;
  path: readonly (string | number)[];
  params?: Record<string, string | number>;
  near?: string;
  key?: true;
}
/** The name among `known` that a slip of the keyboard turns into `name`, if there is one. */
export function near(name: string, known: Iterable<string>): { near?: string } {
  const names = [...known];
  if (names.length === 0) return {};
  const best = closest(name, names);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 5)) ? { near: best } : {};
}
