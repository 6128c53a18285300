import { runTrigger } from '../../../core/contract.ts';
import { casesOfLead } from './cases.store.ts';
import { LeadReturned, ReturnedLead } from './contract.ts';

const SUBJECT = 'lead:';

export const returnTriggers = [
  runTrigger({
    trigger: ReturnedLead,
    event: LeadReturned,
    occasions: async (_ctx, { companyId, leadId }) => [{ companyId, subject: SUBJECT + leadId }],
    async read(ctx, { subject }) {
      const [last] = await casesOfLead(ctx, subject.slice(SUBJECT.length));
      return last ? { returnCause: last.cause, returnReason: last.reason, returnState: last.state } : null;
    },
    sample: () => ({ returnCause: 'returned', returnReason: 'wrong_number', returnState: 'open' }),
  }),
];
