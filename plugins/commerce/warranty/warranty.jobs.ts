import { defineJob, subscribe, T } from '../../../core/contract.ts';
import { Leads, LeadsCreated } from '../../lead-intake/leads/contract.ts';
import { LeadInvalid } from '../../connectors/integrations/contract.ts';
import { agenciesUntold, takeUntold } from './cases.store.ts';
import { tellOfReturns } from './notices.ts';
import { CHECK, warrantySince } from './terms.ts';
import { agenciesWithDue, agenciesWithLeads, noteTold, renew, takeDue, cover } from './warranty-period.store.ts';
import { checkEligibility } from './warranty.service.ts';

const AT_ONCE = 500;

/** New leads are under warranty from the moment they are announced. */
export const followLeads = subscribe({
  id: 'warranty.leads-created',
  event: LeadsCreated,
  async run(ctx, { companyId, leadIds, isTest }) {
    if (isTest) return;
    const leads = (await ctx.use(Leads).byId(leadIds)).filter((lead) => !lead.isErased);
    await cover(ctx.db, companyId, leads);
    await ctx.wake(CHECK);
  },
});

/** Another system says that a lead cannot be reached. */
export const followInvalid = subscribe({
  id: 'warranty.lead-invalid',
  event: LeadInvalid,
  async run(ctx, { leadId, ...told }) {
    const [lead] = await ctx.use(Leads).byId([leadId]);
    if (!lead || lead.isTest || lead.isErased) return;
    await noteTold(ctx.db, lead, told);
    await ctx.wake(CHECK);
  },
});

/** Checks leads that are due. What is taken and what is credited are one transaction. */
export const checkJob = defineJob({
  id: CHECK.id,
  payload: T.Object({}),
  timeoutMs: 60_000,
  queue: { agencies: agenciesWithDue },
  async run(ctx) {
    const due = await takeDue(ctx.db, ctx.tenant.id, AT_ONCE);
    if (due.length > 0) await checkEligibility(ctx, due);
  },
});

/** Looks at the leads of the last days once more every night: files of exclusions are merged late, and people turn out to be one. */
export const renewJob = defineJob({
  id: 'warranty.renew',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '40 3 * * *',
  due: ({ db }) => agenciesWithLeads(db),
  async run(ctx) {
    await renew(ctx.db, ctx.tenant.id, warrantySince(ctx.now));
    await ctx.wake(CHECK);
  },
});

/**
 * Tells agencies of returns; clients do not see whom their agency has, so this is not done where they ask. Nothing wakes it: what comes
 * within a minute's sweep is one mail.
 */
export const tellJob = defineJob({
  id: 'warranty.tell',
  payload: T.Object({}),
  timeoutMs: 30_000,
  queue: { agencies: agenciesUntold },
  async run(ctx) {
    const count = await takeUntold(ctx.db, ctx.tenant.id);
    if (count > 0) await tellOfReturns(ctx, count);
  },
});
