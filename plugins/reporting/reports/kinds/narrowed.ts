import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { LeadFacets } from '../../../lead-intake/leads/contract.ts';
import type { Fact } from '../files/report.ts';
import type { AskedReport } from './kind.ts';

/** How a report is narrowed, as people read it. */
export async function narrowedTexts(ctx: Ctx, asked: AskedReport): Promise<Fact[]> {
  const facts: Fact[] = [];
  const say = (label: string, value: string): void => void facts.push({ label: ctx.t(label), value });
  const { companyId, campaignId, product, search } = asked;
  if (companyId !== undefined) say('reports.field.client', (await ctx.company(Number(companyId)))?.name ?? `#${companyId}`);
  if (campaignId !== undefined) {
    const campaign = (await ctx.use(Campaigns).byId([Number(campaignId)])).get(Number(campaignId));
    say('reports.field.campaign', campaign?.name ?? `#${campaignId}`);
  }
  if (product !== undefined) say('reports.filter.product', ctx.named(String(product)).name);
  for (const { name, title, states } of ctx.contributions(LeadFacets)) {
    const state = asked[name] === undefined ? undefined : states[String(asked[name])];
    if (state) say(title, ctx.t(state.title));
  }
  for (const name of ['converted', 'test'])
    if (asked[name] !== undefined) say(`reports.filter.${name}`, ctx.t(`reports.filter.${name}.${asked[name]}`));
  if (asked['state'] !== undefined) say('reports.field.state', String(asked['state']).toUpperCase());
  if (asked['tag'] !== undefined) say('reports.field.tags', String(asked['tag']));
  if (search) say('reports.fact.search', String(search));
  return facts;
}
