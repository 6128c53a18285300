/** A step that ran in this database; those that ran together, in one release, have one `batch`. */
export interface RanStep {
  /** `<owner>/<file>` */
  name: string;
  batch: number;
}

/** The code must not serve this database. Process managers need not start it again: 78 says so (`EX_CONFIG`). */
export class OlderThanSchema extends Error {
  readonly exitCode = 78;
}

export const ownerOfStep = (name: string): string => name.slice(0, name.indexOf('/'));

/**
 * The steps that ran and that this code lacks, of the kernel and of plugins that bring migrations.
 *
 * Each release runs beside the one before it, so code may be one release behind: all that it lacks ran in the last batch, and nothing else did.
 * @throws OlderThanSchema when it is further behind.
 */
export function stepsAhead(ran: readonly RanStep[], known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const judged = ran.filter(({ name }) => known.has(ownerOfStep(name)));
  const isKnown = ({ name }: RanStep): boolean => known.get(ownerOfStep(name))!.has(name);
  const ahead = judged.filter((step) => !isKnown(step));
  const newestKnown = Math.max(0, ...judged.filter(isKnown).map(({ batch }) => batch));
  const batches = new Set(ahead.map(({ batch }) => batch));
  if (batches.size > 1 || ahead.some(({ batch }) => batch <= newestKnown))
    throw new OlderThanSchema(
      `This code is older than the database by more than one release. It does not know: ${ahead.map(({ name }) => name).join(', ')}. ` +
        'Start the release that last migrated the database.',
    );
  return ahead.map(({ name }) => name);
}
