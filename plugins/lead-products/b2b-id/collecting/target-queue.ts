import { createHmac } from 'node:crypto';
import type { Ctx } from '../../../../core/contract.ts';
import { personKeyOf } from '../../../lead-intake/capture/shared.ts';
import { LeadFunding, type LeadQueue, type Observation, type Queued } from '../../../lead-intake/leads/contract.ts';
import type { Evidence } from '../source.ts';
import { type Answer, asked, type Found, noteLeads } from './targets.store.ts';

interface QueuedTarget extends Queued {
  answer: Answer;
}
/** Seconds until what found no room or no money after all is looked at again. */
const AFTER_SHORTAGE = 60;
const NOBODY_FOUND: Answer = { ended: 'no_contact' };

/** Purpose of the installation's key under which companies are hashed. */
const COMPANY_KEY = 'b2b company key';

/** Who a lead is: the person, or the company by its domain, else by its name. Null for a person who cannot be told from others. */
export const keyOf = (ctx: Ctx, { person, evidence, isCompany }: Found): Buffer | null =>
  isCompany
    ? createHmac('sha256', ctx.secrets.key(COMPANY_KEY))
        .update(`company ${String((evidence as Record<string, unknown>)['companyDomain'] ?? evidence.visitedCompany.toLowerCase())}`)
        .digest()
    : personKeyOf(ctx, person);

/** What came back about companies, for one campaign, as the intake's runner works it. */
export function targetQueue(campaignId: number): LeadQueue<QueuedTarget, Evidence> {
  return {
    async claim(ctx, which) {
      const rows = await asked.claimAnswered(ctx.db, campaignId, 'refs' in which ? { ids: which.refs } : which);
      return rows.map(({ id, answer }) => ({ ref: id, campaignId, at: ctx.now, answer: answer ?? NOBODY_FOUND }));
    },

    async screen(ctx, items) {
      const observations: Observation<Evidence>[] = [];
      const ended: { ref: string; outcome: string }[] = [];
      for (const { ref, at, answer } of items) {
        const personKey = 'ended' in answer ? null : keyOf(ctx, answer);
        if ('ended' in answer) ended.push({ ref, outcome: answer.ended });
        else if (!personKey) ended.push({ ref, outcome: 'no_contact' });
        else {
          const { person, evidence, isCompany } = answer;
          observations.push({ ref, campaignId, personKey, person, at, evidence, ...(isCompany && { isCompany }) });
        }
      }
      return { observations, ended, held: [] };
    },

    async close(ctx, ended) {
      const short = new Set(['cap', ...ctx.contributions(LeadFunding).flatMap(({ outcomes }) => Object.keys(outcomes))]);
      const refs = (of: typeof ended): string[] => of.map(({ item }) => item.ref);
      await asked.finish(ctx.db, campaignId, refs(ended.filter(({ outcome }) => !short.has(outcome))));
      await noteLeads(ctx.db, campaignId, refs(ended.filter(({ outcome }) => outcome === 'lead')));
      // What came back was paid for: it waits until there is room.
      await asked.setBack(ctx.db, campaignId, refs(ended.filter(({ outcome }) => short.has(outcome))), AFTER_SHORTAGE);
    },

    setAside: async (ctx, { ref }, seconds) => void (await asked.setBack(ctx.db, campaignId, [ref], seconds)),
  };
}
