import { T } from '../../../core/contract.ts';
import { evidenceOf } from '../../lead-intake/enrichment/shared.ts';
import { defineLeadSource } from '../../lead-intake/leads/contract.ts';
import { wordsOf } from '../../lead-intake/leads/shared.ts';
import { GROUPS } from './information.ts';

/** Information came back about somebody who is a lead of the client already. */
export const Enhancements = defineLeadSource({
  id: 'enhance-id.enhancement',
  title: 'enhance-id.enhancement',
  words: wordsOf('enhance-id.enhancement', ['identified']),
  evidence: T.Object({ ...evidenceOf(GROUPS), informationGroups: T.Integer({ title: 'enhance-id.enhancement.groups' }) }),
  listed: 'informationGroups',
  outcomes: {
    nothing_found: { title: 'enhance-id.outcome.nothing_found', why: 'enhance-id.outcome.nothing_found.why', stage: 'identification' },
  },
  sample: async () => ({ jobTitle: 'Test Manager', householdSize: 2, informationGroups: 2 }),
});
