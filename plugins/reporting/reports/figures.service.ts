import { type Ctx, daysOf, type Period, Problem } from '../../../core/contract.ts';
import { type CampaignFilter, Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type CampaignDay, type DayCount, Leads } from '../../lead-intake/leads/contract.ts';
import type { Credited, CreditKeys } from './contract.ts';
import { creditsIn } from './credits.ts';

/** What is observed of people are visits of websites so far, and reports call them so. */
export interface DayFigures extends Omit<DayCount, 'observations'> {
  visits: number;
}

/** Counts of every day of the period, days without anything included. */
export async function countsByDay(ctx: Ctx, period: Period, scope: CampaignFilter = {}): Promise<DayFigures[]> {
  const { from, to, zone } = period;
  const counted = await ctx.use(Leads).days({ from, to, timezone: zone, ...scope });
  const byDay = new Map(counted.map(({ observations: visits, ...c }) => [c.day, { ...c, visits }]));
  return daysOf(period).map((day) => byDay.get(day) ?? { day, visits: 0, leads: 0, retailCents: 0, wholesaleCents: 0 });
}

/** More days of campaigns than this at once would keep the caller waiting; the answer then asks for less. */
const MOST_LINES = 50_000;

export interface InvoiceLine {
  day: string;
  /** Null for leads of campaigns that are no longer listed. */
  campaignId: number | null;
  campaign: string;
  /** Name of the client, and the product's key; empty where `campaignId` is null. */
  client: string;
  product: string;
  leads: number;
  /** Cents for one lead; the average where the price changed within the day. 0 for what was given back. */
  price: number;
  /** Cents; negative for what was given back. */
  amount: number;
  /** Cents that the agency pays for them. */
  cost: number;
}

/** What was sold and what was given back, by day and campaign. The lines always add up to the days as a whole. */
export async function invoiceLines(ctx: Ctx, period: Period, scope: CampaignFilter = {}): Promise<InvoiceLine[]> {
  const { from, to, zone } = period;
  const [days, credits] = await ctx.together([
    () => ctx.use(Leads).campaignDays({ from, to, timezone: zone, ...scope }, MOST_LINES + 1),
    () => creditsIn(ctx, period, scope, ['day', 'campaignId', 'companyId']),
  ]);
  if (days.length > MOST_LINES) throw new Problem(422, 'reports.problem.choose-less', { params: { most: MOST_LINES } });
  const known = await namesOf(ctx, [...days, ...credits]);
  const lines = [...days.map((day) => lineOf(day, known)), ...credits.map((credit) => creditLine(ctx, credit, known))];
  return together(ctx, lines).sort((a, b) => a.day.localeCompare(b.day) || a.campaign.localeCompare(b.campaign));
}

/** What the lines of `invoiceLines` come to, without reading them. Cents; `total` and `cost` without what was given back. */
export async function invoiceTotals(ctx: Ctx, period: Period, scope: CampaignFilter = {}): Promise<InvoiceTotals> {
  const { from, to, zone } = period;
  const [days, [back]] = await ctx.together([
    () => ctx.use(Leads).days({ from, to, timezone: zone, ...scope }),
    () => creditsIn(ctx, period, scope, []),
  ]);
  const { retailCents: credits, wholesaleCents: saved } = back ?? { retailCents: 0, wholesaleCents: 0 };
  return { leads: sum(days, 'leads'), credits, total: sum(days, 'retailCents') - credits, cost: sum(days, 'wholesaleCents') - saved };
}
export interface InvoiceTotals {
  leads: number;
  /** What was given back. */
  credits: number;
  total: number;
  /** What the agency pays. */
  cost: number;
}

/** What campaigns that are still listed are called, and their clients. */
async function namesOf(ctx: Ctx, of: readonly { campaignId: number; companyId: number }[]): Promise<Names> {
  const clients = [...new Set(of.map(({ companyId }) => companyId))];
  const [campaigns, rows] = await ctx.together([
    () => ctx.use(Campaigns).byId([...new Set(of.map(({ campaignId }) => campaignId))]),
    () =>
      ctx
        .db('core_public_company')
        .whereRaw('id = any(?::int[])', [clients as never])
        .select('id', 'name') as Promise<Name[]>,
  ]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (campaignId, companyId) => {
    const campaign = campaigns.get(campaignId);
    if (!campaign || campaign.status === 'removed') return { campaignId: null, campaign: '', client: '', product: '' };
    return { campaignId, campaign: campaign.name, client: names.get(companyId) ?? '', product: campaign.product };
  };
}
interface Name {
  id: number;
  name: string;
}
type Named = Pick<InvoiceLine, 'campaignId' | 'campaign' | 'client' | 'product'>;
type Names = (campaignId: number, companyId: number) => Named;

const lineOf = ({ day, campaignId, companyId, leads, retailCents, wholesaleCents }: CampaignDay, named: Names): InvoiceLine => ({
  day,
  ...named(campaignId, companyId),
  leads,
  price: leads === 0 ? 0 : Math.round(retailCents / leads),
  amount: retailCents,
  cost: wholesaleCents,
});

function creditLine(
  ctx: Ctx,
  { day, campaignId, companyId, retailCents, wholesaleCents }: Credited & Omit<CreditKeys, 'agencyId'>,
  names: Names,
): InvoiceLine {
  const named = names(campaignId, companyId);
  const campaign = ctx.t('reports.invoice.credit', { campaign: named.campaign || ctx.t('reports.invoice.other') });
  // Of nothing, less nothing would be written "-$0.00".
  return { day, ...named, campaign, leads: 0, price: 0, amount: 0 - retailCents, cost: 0 - wholesaleCents };
}

/** Campaigns that are no longer listed share a line of each day. */
function together(ctx: Ctx, lines: readonly InvoiceLine[]): InvoiceLine[] {
  const others = new Map<string, InvoiceLine>();
  const rest = lines.filter((line) => {
    if (line.campaignId !== null || line.campaign !== '') return true;
    const sum = others.get(line.day);
    const [leads, amount, cost] = [line.leads + (sum?.leads ?? 0), line.amount + (sum?.amount ?? 0), line.cost + (sum?.cost ?? 0)];
    const price = leads === 0 ? 0 : Math.round(amount / leads);
    others.set(line.day, { ...line, campaign: ctx.t('reports.invoice.other'), leads, price, amount, cost });
    return false;
  });
  return [...rest, ...others.values()];
}

export const sum = <K extends string>(rows: readonly Record<K, number>[], field: K): number =>
  rows.reduce((total, row) => total + row[field], 0);
