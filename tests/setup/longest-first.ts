import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, so that none of them is left to one worker at the end. Some of them mostly wait: for locks that end, for processes that are
 * given up. These come one at a time among those that work, so that the other workers have both cores.
 */
const LONGEST = [
  'tests/access/matrix',
  'tests/contract/fuzz',
  'tests/faults/mongo-jobs', // waits
  'tests/docs/tutorials',
  'tests/faults/floods', // waits
  'tests/faults/payments-unknown', // waits
  'tests/faults/payments-outage', // waits
  'tests/connectors/thousand-leads',
  'plugins/foundation/accounts/lockout', // waits
  'tests/faults/payments-kill',
  'scripts/bench/abuse',
  'scripts/demo/demo',
  'tests/google-sheets/processes',
  'tests/faults/audit-complete',
  'tests/faults/audit-chain',
  'scripts/demo/history',
  'plugins/connectors/integrations/deliver',
  'plugins/commerce/prepaid/year',
  'scripts/dev/dev',
  'scripts/dev/front',
  'tests/faults/payments-frozen',
  'plugins/commerce/billing/year',
  'tests/money/top-ups',
  'tests/money/shares',
  'tests/contract/hosts',
  'tests/e2e/every-page',
  'tests/e2e/pixel',
  'tests/e2e/white-label',
  'tests/e2e/catalogue',
  'tests/e2e/sign-in',
  'tests/e2e/captcha',
  'tests/e2e/overviews',
  'tests/e2e/form-editor',
  'tests/e2e/pixel-views',
  'tests/e2e/agencies',
  'tests/e2e/launch',
  'tests/e2e/exclusions',
  'tests/e2e/main-job',
  'tests/e2e/ui-habits',
  'tests/e2e/google-sheets',
].map((name) => `/${name}.test.ts`);

/** Vitest puts long files first by what it measured before; where it measured nothing, as on a fresh checkout, it knows only their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...long, ...sorted.filter((spec) => !long.includes(spec))];
  }
}
