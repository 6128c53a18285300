import type { Ctx } from '../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Recognitions } from '../../lead-intake/capture/contract.ts';
import { PageViews } from '../../lead-intake/capture/shared.ts';
import { LeadTrials } from '../../lead-intake/leads/contract.ts';
import type { BackTest, Observed, ObservedDay } from '../products/contract.ts';
import { TRIED_FIELDS } from '../products/shared.ts';
import { senderHosts } from './hosts.ts';
import { siteOf, type SiteRow } from './website.ts';

type Span = Parameters<BackTest['observed']>[3];

/** Visits of the last days: how they really ended up to recognition, and from there on as the rules that are tried would have evaluated them. */
async function observed(ctx: Ctx, { rules }: { rules: CampaignRules }, span: Span): Promise<Observed> {
  const recognitions = ctx.use(Recognitions);
  let ended = await endedOf(ctx, rules.id, span);
  const standsFor = ended.size > 0 ? null : await sameWebsite(ctx, rules, span);
  if (standsFor) ended = await endedOf(ctx, standsFor.id, span);
  const evaluated = await recognitions.evaluated(rules, standsFor?.id ?? rules.id, { ...span, timezone: rules.timezone });
  const byDay = new Map(evaluated.map((day) => [day.day, day]));
  const days = [...new Set([...ended.keys(), ...byDay.keys()])].map((day): ObservedDay => {
    const { outsideRules = 0, excluded = 0, wanted = null } = byDay.get(day) ?? {};
    const known = outsideRules + excluded + (wanted?.length ?? 0) / 16;
    const counts = Object.entries(ended.get(day) ?? {});
    const screened = counts.filter(([outcome]) => outcome in PageViews.outcomes);
    const total = (of: typeof counts): number => of.reduce((sum, [, count]) => sum + count, 0);
    const observedThen = Math.max(total(counts), total(screened) + known);
    return {
      day,
      observed: observedThen,
      ended: { ...Object.fromEntries(screened), outside_rules: outsideRules, excluded },
      notKnown: observedThen - total(screened) - known,
      wanted,
    };
  });
  return { days, personAt: recognitions.personAt(rules.companyId), ...(standsFor && { standsFor }) };
}

/** How the visits of a campaign really ended, by day; without what is nobody's visit. */
async function endedOf(ctx: Ctx, campaignId: number, { first, last }: Span): Promise<Map<string, Record<string, number>>> {
  const trials = ctx.use(LeadTrials);
  const declared = trials.declared();
  const days = new Map<string, Record<string, number>>();
  for (const { day, outcome, count } of await trials.outcomes(campaignId, first, last))
    if (!declared.get(outcome)?.isNoise && count > 0) days.set(day, { ...days.get(day), [outcome]: count });
  return days;
}

/** The client's campaign for the same website that had the most visits; null where none had any. */
async function sameWebsite(ctx: Ctx, { id, companyId }: CampaignRules, span: Span): Promise<{ id: number; name: string } | null> {
  const own = await siteOf(ctx, id);
  const hosts = new Set(own ? senderHosts(own) : []);
  const sites = ((await ctx.db('site_id_campaign').where({ company_id: companyId })) as SiteRow[]).filter(
    (site) => site.campaign_id !== id && senderHosts(site).some((host) => hosts.has(host)),
  );
  let most: { id: number; visits: number } | null = null;
  for (const { campaign_id: other } of sites) {
    const days = await endedOf(ctx, other, span);
    const visits = [...days.values()].flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0);
    if (visits > (most?.visits ?? 0)) most = { id: other, visits };
  }
  const campaign = most && (await ctx.use(Campaigns).find(most.id));
  return campaign ? { id: campaign.id, name: campaign.name } : null;
}

/** How campaigns are tried with other settings. Outlines of visits have no page, so that rules about pages cannot be tried. */
export const siteBackTest = {
  fields: [...TRIED_FIELDS.rules, ...TRIED_FIELDS.places] as const,
  observed: (ctx: Ctx, trial: { rules: CampaignRules }, _own: unknown, span: Span) => observed(ctx, trial, span),
};
