import { conflict, type Ctx, invalid, notFound, type Question, shownMoney } from '../../../../core/contract.ts';
import { Campaigns, type CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { type B2bRow, b2bOf, newestRunning } from '../campaign.store.ts';
import { collectJob } from '../collecting/collect.job.ts';
import { askByHand, looks } from '../collecting/targets.store.ts';
import { type Row, shownCompany } from './shown.store.ts';
import { VISITING_TOPIC } from './topic.ts';

interface Wish {
  company: Row;
  rules: CampaignRules;
  own: B2bRow;
}

/** Which campaign is to look for contacts at which company. Throws 404, 422 on the campaign, or 409 where there is none that could. */
async function wishOf(ctx: Ctx, id: number, campaignId: number | undefined): Promise<Wish> {
  const company = await shownCompany(ctx, id, 'update');
  if (!company) throw notFound();
  const chosen = campaignId ?? (await newestRunning(ctx, company.company_id));
  if (chosen === null) throw conflict('b2b-id.problem.no-campaign');
  const rules = (await ctx.use(Campaigns).rules([chosen])).get(chosen);
  const own = await b2bOf(ctx, chosen);
  if (!own || rules?.companyId !== company.company_id) throw notFound();
  if (own.kind !== 'contact') throw invalid('leadspeek_api_id', 'b2b-id.problem.no-contacts');
  if (rules.status !== 'active') throw conflict('b2b-id.problem.not-running');
  return { company, rules, own };
}

/** What a person is asked first: what each contact costs, and the most that it can come to. */
export async function priceQuestion(ctx: Ctx, id: number, campaignId: number | undefined): Promise<Question> {
  const { company, rules, own } = await wishOf(ctx, id, campaignId);
  const [price, most] = [shownMoney(rules.retailCents), shownMoney(rules.retailCents * own.contacts)];
  const params = { company: company.name, campaign: rules.name, price, most };
  const amount = own.contacts === 1 ? '-one' : '';
  return {
    title: ctx.t('b2b-id.find.title', params),
    body: ctx.t(`b2b-id.find.body${amount}`, params),
    button: ctx.t(`b2b-id.find.button${amount}`, params),
  };
}

/** Has a campaign look for contacts at a company, whatever companies it looks for by itself. Throws 409 where it did before. */
export async function findContacts(
  ctx: Ctx,
  id: number,
  campaignId: number | undefined,
): Promise<{ result: string; message: string; leadspeek_api_id: number }> {
  const { company, rules } = await wishOf(ctx, id, campaignId);
  const owner = { campaignId: rules.id, companyId: rules.companyId };
  if (!(await askByHand(ctx.db, owner, company.id))) throw conflict('b2b-id.problem.asked');
  await looks.after(ctx.db, rules.id, 0);
  await ctx.wake(collectJob);
  await ctx.live(VISITING_TOPIC, rules.companyId);
  return { result: 'success', message: ctx.t('b2b-id.find.begun', { company: company.name }), leadspeek_api_id: rules.id };
}
