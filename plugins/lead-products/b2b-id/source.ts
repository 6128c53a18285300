import { type Static, T } from '../../../core/contract.ts';
import { evidenceOf } from '../../lead-intake/enrichment/shared.ts';
import { defineLeadSource } from '../../lead-intake/leads/contract.ts';
import { wordsOf } from '../../lead-intake/leads/shared.ts';
import { GROUPS } from './information.ts';

const outcome = (name: string) => ({ title: `b2b-id.outcome.${name}`, why: `b2b-id.outcome.${name}.why` });

/** A company visited a website of the client: somebody at it, or the company itself. */
export const CompanyVisits = defineLeadSource({
  id: 'b2b-id.company-visit',
  title: 'b2b-id.company-visit',
  words: wordsOf('b2b-id.company-visit', ['screened', 'identified']),
  evidence: T.Object({
    visitedCompany: T.String({ title: 'b2b-id.company-visit.company' }),
    confidence: T.Integer({ title: 'b2b-id.company-visit.confidence' }),
    companyVisits: T.Integer({ title: 'b2b-id.company-visit.visits' }),
    lastVisitAt: T.String({ format: 'date-time', title: 'b2b-id.company-visit.last' }),
    ...evidenceOf(GROUPS),
  }),
  listed: 'visitedCompany',
  outcomes: {
    other_company: { ...outcome('other_company'), stage: 'screening', remedy: 'settings', setting: 'companycountries' },
    no_contact: { ...outcome('no_contact'), stage: 'identification' },
  },
  sample: async (ctx) => ({
    visitedCompany: 'Example Company',
    confidence: 90,
    companyVisits: 3,
    lastVisitAt: ctx.now.toISOString(),
    contactTitle: 'Test Manager',
  }),
});
export type Evidence = Static<typeof CompanyVisits.evidence>;
