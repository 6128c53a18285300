/** Tiny stand-ins for the plugins that the intake of leads works with, for tests: their ports over plain tables. */
import { type Ctx, definePlugin, contribute, type Plugin, provide } from '../../../core/contract.ts';
import {
  CampaignChanged,
  type CampaignRules,
  Campaigns,
  type CampaignsApi,
} from '../../../plugins/campaign-management/campaigns/contract.ts';
import { type Website, Websites } from '../../../plugins/lead-intake/capture/contract.ts';
import { Products } from '../../../plugins/foundation/companies/contract.ts';
import { Exclusions } from '../../../plugins/campaign-management/exclusions/contract.ts';
import { LeadFunding } from '../../../plugins/lead-intake/leads/contract.ts';

/** What every lead costs the agency, in cents. */
const WHOLESALE = 10;
const manifest = (id: string) => ({ id, version: '1.0.0', core: '^1', level: 'platform' as const });

/** What a stand-in campaign is made of: its rules, and the website of its product. */
export type FakeCampaign = CampaignRules & Website;
export const standardRules: Omit<FakeCampaign, 'id' | 'companyId' | 'agencyId' | 'rootId'> = {
  product: 'local',
  name: 'Fake',
  status: 'active',
  pauseReason: null,
  timezone: 'America/Chicago',
  startsAt: null,
  endsAt: null,
  url: 'https://shop.example/',
  thankYouUrl: 'https://shop.example/thanks',
  hosts: ['shop.example', '*.shop.example'],
  rules: { only: [], never: [], hot: [], ownNetworks: [] },
  readsForms: false,
  dailyLimit: null,
  retailCents: 150,
  advancedCents: null,
  reidentification: 'never',
  wholeClient: false,
  require: { email: false, phone: false, address: false },
  nationwide: true,
  states: [],
  zips: [],
  cities: [],
};

/** Campaigns whose rules and places lie in `fake_campaign`: {id, rules jsonb, cap, used}. */
async function fakeCampaigns(ctx: Ctx, ids: readonly number[]): Promise<Map<number, FakeCampaign>> {
  const rows = (await ctx
    .db('fake_campaign')
    .whereIn('id', ids as number[])
    .select('id', 'rules', 'company_id', 'agency_id', 'root_id')) as {
    id: number;
    rules: typeof standardRules;
    company_id: number;
    agency_id: number;
    root_id: number;
  }[];
  return new Map(
    rows.map((r) => {
      const { startsAt, endsAt, ...rest } = r.rules;
      const when = (text: unknown): Date | null => (text ? new Date(String(text)) : null);
      return [
        r.id,
        {
          ...rest,
          id: r.id,
          companyId: r.company_id,
          agencyId: r.agency_id,
          rootId: r.root_id,
          startsAt: when(startsAt),
          endsAt: when(endsAt),
        },
      ];
    }),
  );
}
const campaigns = (ctx: Ctx): CampaignsApi => {
  const rules = (ids: readonly number[]) => fakeCampaigns(ctx, ids);
  return {
    rules,
    byId: rules,
    hidingPhones: async () => new Set(),
    find: async (id) => (await rules([id])).get(id) ?? null,
    async reserveQuota(id, want) {
      const { rows } = (await ctx.db.raw(
        'update fake_campaign c set used = c.used + least(?::int, c.cap - c.used) from (select id, used from fake_campaign where id = ? for update) o where c.id = o.id returning c.used - o.used as got',
        [want, id],
      )) as { rows: { got: number }[] };
      return rows[0]?.got ?? 0;
    },
    async quotaLeft(id, most) {
      const row = (await ctx.db('fake_campaign').where({ id }).first('cap', 'used')) as { cap: number; used: number } | undefined;
      return row ? Math.min(most, row.cap - row.used) : 0;
    },
    pauseAll: async () => 0,
    stopAll: async () => 0,
    resumeAll: async () => 0,
    zones: async () => [],
    everyZone: async () => [],
    budgets: async () => [],
    inZone: () => ctx.db('fake_campaign').whereRaw('false').select('id'),
    unlisted: () => ctx.db('fake_campaign').whereRaw('false').select('id'),
    running: async () => [],
    activate: async () => undefined,
    end: async () => false,
    ids: () => ctx.db('fake_campaign').whereRaw('false').select('id'),
    open: async () => [],
    openByAgency: async () => new Map(),
    described: async () => null,
    reporting: async () => new Map(),
    reported: () => ctx.db('fake_campaign').whereRaw('false').select('id'),
    options: async () => [],
    check: () => ({}),
    create: async () => {
      throw new Error('campaigns are made beforehand');
    },
    change: async (id) => (await rules([id])).get(id)!,
  };
};

export const neighbours: Plugin[] = [
  definePlugin({
    manifest: manifest('fake'),
    migrations: new URL('./tables/', import.meta.url),
    erasure: { fake_campaign: 'delete', fake_excluded: 'delete', fake_queue: 'delete', fake_wallet: 'delete', fake_charge: 'delete' },
  }),
  definePlugin({ manifest: manifest('campaigns'), events: [CampaignChanged], provides: [provide(Campaigns, campaigns)] }),
  definePlugin({
    manifest: manifest('exclusions'),
    provides: [
      provide(Exclusions, (ctx) => ({
        async screen(candidates) {
          const emails = await ctx.db('fake_excluded').pluck<string[]>('email');
          return new Set(candidates.flatMap((c, n) => (emails.includes(c.email || (c.emailHash?.toString('hex') ?? '')) ? [n] : [])));
        },
      })),
    ],
  }),
  definePlugin({
    manifest: { ...manifest('wallet'), requires: { leads: '^1' } },
    contributions: [
      contribute(LeadFunding, {
        outcomes: { wallet: { title: 'Not enough funds', why: 'Empty' } },
        async reserve(ctx, { leads: want }) {
          const row = (await ctx.db('fake_wallet').where({ agency_id: ctx.tenant.id }).forUpdate().first('cents')) as
            | { cents: string }
            | undefined;
          const leads = row ? Math.min(want, Math.floor(Number(row.cents) / WHOLESALE)) : want;
          return { leads, wholesaleCents: WHOLESALE, short: leads === want ? null : 'wallet' };
        },
        async charge(ctx, sold) {
          const { id } = ctx.tenant;
          await ctx
            .db('fake_charge')
            .insert(sold.map((c) => ({ lead_id: c.leadId, company_id: id, wholesale: c.wholesaleCents, retail: c.retailCents })));
          await ctx
            .db('fake_wallet')
            .where({ agency_id: id })
            .decrement(
              'cents',
              sold.reduce((sum, c) => sum + c.wholesaleCents, 0),
            );
        },
      }),
    ],
  }),
  definePlugin({
    manifest: { ...manifest('site-id'), level: 'agency', title: 'site-id.title', requires: { companies: '^1', capture: '^1' } },
    contributions: [
      contribute(Products, { product: 'local', plugin: 'site-id', title: 'site-id.title', icon: 'broadcast', order: 10 }),
      contribute(Websites, { product: 'local', of: fakeCampaigns }),
    ],
  }),
];
