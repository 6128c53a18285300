import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';
import { abilityFaults } from './abilities.ts';
import { areaFaults, unknownAreas } from './areas.ts';
import { connectorFaults } from './connectors.ts';
import { contentSecurityFaults } from './content-security.ts';
import { formFaults } from './forms.ts';
import { idFaults } from './ids.ts';
import { jobFaults, subscriptionFaults } from './jobs.ts';
import { kernelPortFaults } from './kernel-ports.ts';
import { lookFaults } from './looks.ts';
import { manifestFaults } from './manifests.ts';
import { migrationFaults } from './migrations.ts';
import { neighbourFaults } from './neighbours.ts';
import { overviewFaults } from './overviews.ts';
import { pageValueFaults } from './page-values.ts';
import { referenceFaults } from './references.ts';
import { routeFaults } from './routes.ts';
import { sensitiveFaults } from './sensitive.ts';
import { strangerFaults } from './strangers.ts';
import { triggerFaults } from './triggers.ts';

export { clashFaults } from './clashes.ts';
export { unrunTriggers } from './triggers.ts';

/** What is wrong with each definition by itself. */
export const ownFaults = (all: Collection): Fault[] =>
  [
    idFaults,
    manifestFaults,
    routeFaults,
    formFaults,
    jobFaults,
    subscriptionFaults,
    connectorFaults,
    triggerFaults,
    lookFaults,
    areaFaults,
    contentSecurityFaults,
    migrationFaults,
  ].flatMap((check) => check(all));

/**
 * What definitions expect of others and do not find. `alone`: what each plugin declares by itself; `unread`: plugins whose files do not load,
 * so that nobody knows what they declare; `folders`: where the files of the others are.
 */
export const sharedFaults = (
  all: Collection,
  of: { alone: Collection; unread: readonly string[]; folders: ReadonlyMap<string, URL> },
): Fault[] => [
  ...referenceFaults(all, of.unread),
  ...neighbourFaults(all, of.alone, of.folders),
  ...kernelPortFaults(all, of.folders),
  ...abilityFaults(all, of.unread),
  ...unknownAreas(all, of.unread),
  ...sensitiveFaults(all),
  ...strangerFaults(all),
  ...pageValueFaults(all),
  ...overviewFaults(all),
];
