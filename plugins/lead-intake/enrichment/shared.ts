import { T, type TSchema } from '../../../core/contract.ts';
import type { InformationGroup } from './contract.ts';

/** The further information of some groups, as the evidence of a lead declares it. */
export const evidenceOf = (groups: readonly InformationGroup[]): Record<string, TSchema> =>
  Object.fromEntries(
    groups
      .flatMap(({ fields }) => Object.entries(fields))
      .filter(([, field]) => field.person === undefined)
      .map(([name, { title, as }]) => [name, T.Optional(as === 'number' ? T.Integer({ title }) : T.String({ title }))]),
  );

/** For products whose campaigns ask: when each is to look, and whom it has asked about. */
export { Asked } from './asked.store.ts';
export { Looks } from './looks.store.ts';
export { collectingJob } from './collect-job.ts';
