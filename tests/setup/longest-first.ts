import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, so that none of them is left to one worker at the end. */
const LONGEST = [
  'tests/access/matrix',
  'tests/contract/fuzz',
  'tests/connectors/thousand-leads',
  'tests/docs/tutorials',
  'tests/faults/payments-kill',
  'plugins/foundation/accounts/lockout',
  'tests/faults/audit-complete',
  'tests/faults/mongo-jobs',
  'scripts/demo/demo',
  'scripts/bench/abuse',
  'tests/faults/payments-outage',
  'tests/faults/payments-unknown',
  'tests/faults/floods',
  'tests/contract/hosts',
  'scripts/demo/history',
  'plugins/connectors/integrations/deliver',
  'plugins/commerce/billing/year',
  'tests/money/shares',
  'tests/faults/audit-chain',
  'tests/google-sheets/processes',
  'tests/e2e/every-page',
  'tests/e2e/white-label',
  'tests/e2e/pixel',
  'tests/e2e/guard',
  'tests/e2e/texts',
  'tests/e2e/launch',
  'tests/e2e/captcha',
  'tests/e2e/agencies',
  'tests/e2e/overviews',
  'tests/e2e/google-sheets',
  'tests/e2e/sign-in',
].map((name) => `/${name}.test.ts`);

/** Vitest puts long files first by what it measured before; where it measured nothing, as on a fresh checkout, it knows only their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...long, ...sorted.filter((spec) => !long.includes(spec))];
  }
}
