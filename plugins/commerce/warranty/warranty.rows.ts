import { type Ctx, dayOf, type Static, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import type { Case } from './cases.store.ts';

export const CaseRow = T.Object({
  id: T.Integer(),
  lead: T.String(),
  /** Empty for people whose data was erased since. */
  name: T.String(),
  email: T.String(),
  client: T.String(),
  campaign: T.String(),
  /** Why, in the reader's words. */
  why: T.String(),
  note: T.String(),
  /** What showed it, in the reader's words. */
  evidence: T.String(),
  cents: T.Integer(),
  state: T.String(),
  asked: T.String(),
  answer: T.String(),
  answered: T.Union([T.String(), T.Null()]),
});
export type CaseRow = Static<typeof CaseRow>;

/** Cases with the people and campaigns that they are about. */
export async function rowsOf(ctx: Ctx, cases: readonly (Case & { client: string })[]): Promise<CaseRow[]> {
  if (cases.length === 0) return [];
  const leads = new Map((await ctx.use(Leads).byId(cases.map((c) => c.lead_id))).map((lead) => [lead.id, lead]));
  const campaigns = await ctx.use(Campaigns).byId([...new Set(cases.map((c) => c.campaign_id))]);
  return cases.map((c) => {
    const lead = leads.get(c.lead_id);
    return {
      id: c.id,
      lead: c.lead_id,
      name: lead ? `${lead.firstName} ${lead.lastName}`.trim() : '',
      email: lead?.email ?? '',
      client: c.client,
      campaign: campaigns.get(c.campaign_id)?.name ?? '',
      why: ctx.t(c.cause === 'returned' ? `warranty.reason.${c.reason}` : `warranty.cause.${c.cause}`),
      note: c.note,
      evidence: evidenceOf(ctx, c),
      cents: Number(c.retail_cents),
      state: c.state,
      asked: c.asked_at.toISOString(),
      answer: c.answer,
      answered: c.answered_at?.toISOString() ?? null,
    };
  });
}

/** One sentence; an agency's client is not told on whose list somebody stands above its own. */
function evidenceOf(ctx: Ctx, { cause, evidence }: Case): string {
  const told = evidence as Record<string, string>;
  if (Object.keys(told).length === 0) return '';
  if (cause === 'excluded')
    return ctx.t(`warranty.evidence.excluded.${ctx.tenant.kind === 'client' && told['list'] !== 'client' ? 'above' : told['list']}`, {
      since: day(ctx, told['since']),
    });
  if (cause === 'duplicate') return ctx.t('warranty.evidence.duplicate', { lead: told['lead'] ?? '', at: day(ctx, told['at']) });
  if (cause === 'out_of_area')
    return ctx.t('warranty.evidence.out_of_area', { place: [told['city'], told['state'], told['zip']].filter(Boolean).join(', ') || '-' });
  if (told['by'] === 'address') return ctx.t('warranty.evidence.address');
  return ctx.t('warranty.evidence.told', { by: told['by'] ?? '', note: told['note'] ?? '' });
}

/** The day of a moment where the reader is. */
const day = (ctx: Ctx, instant: string | undefined): string => (instant ? dayOf(new Date(instant), ctx.timezone) : '');
