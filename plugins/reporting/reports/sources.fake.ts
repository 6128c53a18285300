import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { type Ctx, definePlugin, contribute, ownedBy, provide } from '../../../core/contract.ts';
import { type Campaign, type CampaignRules, Campaigns, type CampaignsApi } from '../../campaign-management/campaigns/contract.ts';
import {
  type DayCount,
  type Lead,
  type LeadPlace,
  Leads,
  type LeadQuery,
  type LeadsApi,
  type LeadWalk,
  LeadsConverted,
  LeadsCreated,
  LeadsUpdated,
} from '../../lead-intake/leads/contract.ts';
import { type Credited, type CreditKeys, LeadCredits } from './contract.ts';

/** What the plugins that reports reads would hold. Tests put rows in; the ports show each caller only its own. */
export interface Sources {
  campaigns: Pick<Campaign, 'id' | 'companyId' | 'agencyId' | 'name'>[];
  leads: (Lead & { agencyId: number })[];
  visits: { companyId: number; agencyId: number; at: Date; outcome: string }[];
  credits: (Credited & CreditKeys)[];
  /** Calls of the ports so far. */
  calls: string[];
}
export const noSources = (): Sources => ({ campaigns: [], leads: [], visits: [], credits: [], calls: [] });

export const lead = (
  of: { companyId: number; agencyId: number; campaignId: number },
  more: Partial<Lead> = {},
): Sources['leads'][number] => {
  const at = more.createdAt ?? new Date();
  return {
    id: randomUUID(),
    product: 'local',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.com',
    phone: '+13125550100',
    address: '1 Main St',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    company: '',
    lastSeenAt: at,
    source: 'fake.page-view',
    evidence: { url: 'https://www.shop.example/pricing/?utm=1' },
    observations: 1,
    isTest: false,
    converted: false,
    tags: [],
    retailCents: 150,
    ...of,
    ...more,
    createdAt: at,
  };
};

/** Outcomes that a source, the intake and a funding might declare. */
export const OUTCOMES = ['lead', 'bot', 'no_match', 'cap'];
const STAGES: Record<string, 'screening' | 'identification'> = { bot: 'screening', no_match: 'identification' };
const URL_FIELD = { name: 'url', title: 'First page visited', as: 'link' as const };

/** What a lead costs the agency. */
export const WHOLESALE_CENTS = 40;

/** Stand-ins for `campaigns` and `leads`, with what row-level security hides as in the real ones. */
export const fakeSources = (sources: Sources) => [
  definePlugin({
    manifest: { id: 'campaigns', version: '1.0.0', core: '^1.0.0', level: 'platform' },
    provides: [provide(Campaigns, (ctx) => campaignsOf(ctx, sources) as unknown as CampaignsApi)],
  }),
  definePlugin({
    manifest: { id: 'leads', version: '1.0.0', core: '^1.0.0', level: 'platform', requires: { campaigns: '^1.0.0' }, uses: ['reports'] },
    events: [LeadsCreated, LeadsUpdated, LeadsConverted],
    subjects: { Lead: { table: 'core_account', fields: ['company_id', 'agency_id', 'root_id'] } },
    abilities: ({ can }, { tenant, actor }) => {
      if (actor.userType !== 'sales') can('read', 'Lead', ownedBy(tenant));
    },
    provides: [provide(Leads, (ctx) => leadsOf(ctx, sources) as unknown as LeadsApi)],
    contributions: [
      contribute(LeadCredits, async (ctx, { first, last }, { companyId }) =>
        own(ctx, sources.credits).filter((c) => c.day >= first && c.day <= last && (companyId === undefined || c.companyId === companyId)),
      ),
    ],
  }),
];

const own = <T extends { companyId: number; agencyId: number }>({ tenant }: Ctx, rows: readonly T[]): T[] =>
  rows.filter((row) => (tenant.kind === 'client' ? row.companyId : row.agencyId) === tenant.id);

function campaignsOf(ctx: Ctx, { campaigns, calls }: Sources) {
  const byId = async (ids: readonly number[]) => {
    calls.push('campaigns');
    return new Map(
      own(ctx, campaigns)
        .filter((c) => ids.includes(c.id))
        .map((c) => [c.id, { product: 'local', ...c } as CampaignRules]),
    );
  };
  return {
    byId,
    rules: byId,
    zones: async () => [],
    everyZone: async () => [],
    budgets: async () => [],
    options: async () => own(ctx, campaigns).map((c) => ({ value: c.id, label: c.name })),
  };
}

const matching = (ctx: Ctx, leads: Sources['leads'], query: LeadWalk): Sources['leads'] =>
  own(ctx, leads).filter(
    (l) =>
      (query.campaignId === undefined || l.campaignId === query.campaignId) &&
      (query.product === undefined || l.product === query.product) &&
      (!query.from || l.createdAt >= query.from) &&
      (!query.to || l.createdAt < query.to) &&
      (!query.search || l.email.includes(query.search)) &&
      (!query.ids || query.ids.includes(l.id)),
  );

function leadsOf(ctx: Ctx, { leads, visits, calls }: Sources) {
  return {
    async page(query: LeadQuery) {
      calls.push('page');
      const hit = matching(ctx, leads, query);
      hit.sort(
        (a, b) =>
          (query.sort === 'email' ? a.email.localeCompare(b.email) : a.createdAt.getTime() - b.createdAt.getTime()) *
          (query.order === 'asc' ? 1 : -1),
      );
      const rows = hit.slice((query.page - 1) * query.perPage, query.page * query.perPage);
      return { rows: rows.map((l) => ({ ...l, client: '', facets: {} })), total: hit.length };
    },
    async walk(query: LeadWalk, place: LeadPlace | null, most: number) {
      calls.push('walk');
      const order = (a: LeadPlace, b: LeadPlace): number => b.at.localeCompare(a.at) || a.id.localeCompare(b.id);
      const placeOf = (l: Lead): LeadPlace => ({ id: l.id, at: l.createdAt.toISOString() });
      const hit = matching(ctx, leads, query)
        .filter((l) => !place || order(place, placeOf(l)) < 0)
        .sort((a, b) => order(placeOf(a), placeOf(b)))
        .slice(0, most);
      return { rows: hit, next: hit.length < most ? null : placeOf(hit.at(-1)!) };
    },
    byId: async (ids: readonly string[]) => own(ctx, leads).filter((l) => ids.includes(l.id)),
    async days({ from, to, timezone, campaignId }: { from: Date; to: Date; timezone: string; campaignId?: number }) {
      calls.push('days');
      const day = (at: Date) => DateTime.fromJSDate(at, { zone: timezone }).toISODate()!;
      const days = new Map<string, DayCount>();
      const at = (when: Date) =>
        days.get(day(when)) ??
        days.set(day(when), { day: day(when), observations: 0, leads: 0, retailCents: 0, wholesaleCents: 0 }).get(day(when))!;
      for (const l of own(ctx, leads)) {
        if (l.createdAt < from || l.createdAt >= to || (campaignId !== undefined && l.campaignId !== campaignId)) continue;
        at(l.createdAt).leads += 1;
        at(l.createdAt).retailCents += l.retailCents;
        at(l.createdAt).wholesaleCents += WHOLESALE_CENTS;
      }
      for (const v of own(ctx, visits)) if (campaignId === undefined && v.at >= from && v.at < to) at(v.at).observations += 1;
      return [...days.values()];
    },
    async campaignDays({ from, to, timezone }: { from: Date; to: Date; timezone: string }) {
      calls.push('days');
      const within = own(ctx, leads).filter(({ createdAt }) => createdAt >= from && createdAt < to);
      const dayOf = (at: Date) => DateTime.fromJSDate(at, { zone: timezone }).toISODate()!;
      const groups = Map.groupBy(within, ({ createdAt, campaignId }) => `${dayOf(createdAt)} ${campaignId}`);
      return [...groups.values()].map((of) => ({
        day: dayOf(of[0]!.createdAt),
        campaignId: of[0]!.campaignId,
        companyId: of[0]!.companyId,
        product: of[0]!.product,
        observations: 0,
        leads: of.length,
        retailCents: of.reduce((sum, { retailCents }) => sum + retailCents, 0),
        wholesaleCents: WHOLESALE_CENTS * of.length,
      }));
    },
    outcomes: async ({ from, to }: { from: Date; to: Date }) =>
      OUTCOMES.map((name) => ({
        name,
        ...(STAGES[name] && { stage: STAGES[name] }),
        title: `title of ${name}`,
        why: `why ${name}`,
        count: own(ctx, visits).filter((v) => v.outcome === name && v.at >= from && v.at < to).length,
      })),
    clients: async ({ from, to }: { from: Date; to: Date }) =>
      [...Map.groupBy(own(ctx, leads), (l) => l.companyId)].map(([companyId, all]) => {
        const within = all.filter((l) => l.createdAt >= from && l.createdAt < to);
        const retailCents = within.reduce((sum, l) => sum + l.retailCents, 0);
        return { companyId, observations: 0, leads: within.length, retailCents, wholesaleCents: WHOLESALE_CENTS * within.length };
      }),
    clientDays: async () => [],
    states: async () => [],
    furtherFields: () => [],
    furtherSample: () => ({}),
    further: async () => new Map(),
    sources: () => new Map([['fake.page-view', { title: 'Page view', fields: [URL_FIELD], listed: URL_FIELD }]]),
  };
}
