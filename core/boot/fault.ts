import { closest, distance } from 'fastest-levenshtein';

/** A mistake in a plugin's definitions, as data: for the log, the health report, `conformance` and the page in development. */
export interface Fault {
  /** What kind of mistake, in kebab-case: `unknown-route`. */
  readonly code: string;
  readonly plugin: string;
  /** `route "shelf.list"`; empty where the plugin as a whole is at fault. */
  readonly definition: string;
  /** What is wrong with it; goes on after the definition. */
  readonly found: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** The existing name that was probably meant. */
  readonly near?: string;
  /** Where the definition stands, as `file:line`, once it was looked for. */
  readonly file?: string;
}

/** One sentence: definition, fault, "did you mean", remedy, place. */
export function sentenceOf({ definition, found, near: meant, remedy, file }: Fault): string {
  const said = definition ? `${definition} ${found}` : found;
  return [said, meant && ` (did you mean "${meant}"?)`, remedy && `; ${remedy}`, file && ` [${file}]`].filter(Boolean).join('');
}

/** The member `near` of a fault: the name among `known` that a slip of the keyboard turns into `name`, if there is one. */
export function near(name: string, known: Iterable<string>): { near?: string } {
  const names = [...known];
  if (names.length === 0) return {};
  const best = closest(name, names);
  return distance(name, best) <= Math.max(2, Math.floor(name.length / 5)) ? { near: best } : {};
}
