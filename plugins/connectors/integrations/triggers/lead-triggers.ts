import { type Occasion, runTrigger } from '../../../../core/contract.ts';
import { Leads, LeadsConverted, LeadsCreated, LeadsUpdated } from '../../../lead-intake/leads/contract.ts';
import { LeadConversion, LeadUpdate, NewLead } from '../contract.ts';
import { leadIn, subjectOfLead } from './subjects.ts';

interface OfLeads {
  companyId: number;
  leadIds: readonly string[];
  isTest?: boolean | undefined;
}
const each = ({ companyId, leadIds, isTest = false }: OfLeads, occasion = ''): Occasion[] =>
  leadIds.map((id) => ({ companyId, subject: subjectOfLead(id), occasion, isTest }));

/** What happens to leads; the lead itself is read by whoever delivers it. */
export const leadTriggers = [
  runTrigger({
    trigger: NewLead,
    event: LeadsCreated,
    occasions: async (_ctx, created) => each(created),
    read: async () => ({}),
    sample: () => ({}),
  }),
  runTrigger({
    trigger: LeadUpdate,
    event: LeadsUpdated,
    occasions: async (_ctx, updated, { eventId }) => each(updated, eventId),
    async read(ctx, { subject }) {
      const [lead] = await ctx.use(Leads).byId([leadIn(subject) ?? '']);
      return lead ? { tags: [...lead.tags] } : null;
    },
    sample: () => ({ tags: ['call back'] }),
  }),
  runTrigger({
    trigger: LeadConversion,
    event: LeadsConverted,
    occasions: async (_ctx, converted) => each(converted),
    read: async () => ({}),
    sample: () => ({}),
  }),
];
