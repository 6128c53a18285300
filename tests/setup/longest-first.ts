import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, so that none of them is left to one worker at the end. */
const LONGEST = [
  'tests/access/matrix',
  'tests/contract/fuzz',
  'scripts/demo/demo',
  'scripts/demo/history',
  'tests/faults/payments-kill',
  'plugins/accounts/lockout',
  'tests/contract/hosts',
  'tests/faults/payments-outage',
  'tests/faults/payments-unknown',
  'tests/faults/audit-complete',
  'plugins/prepaid/voids',
  'tests/faults/floods',
  'plugins/billing/year',
  'tests/money/top-ups',
  'tests/e2e/every-page',
  'tests/e2e/white-label',
  'tests/e2e/guard',
].map((name) => `/${name}.test.ts`);

/** Vitest puts long files first by what it measured before; where it measured nothing, as on a fresh checkout, it knows only their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...long, ...sorted.filter((spec) => !long.includes(spec))];
  }
}
