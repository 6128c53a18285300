import { randomUUID } from 'node:crypto';
import { type Ctx, definePlugin, defineRoute, provide, T } from '../../../core/contract.ts';
import {
  type Lead,
  type LeadPlace,
  Leads,
  LeadsConverted,
  LeadsCreated,
  type LeadsApi,
  LeadsUpdated,
  type LeadWalk,
} from '../../lead-intake/leads/contract.ts';

/** Leads that exist, with the companies that may see them. */
const leads = new Map<string, Lead & { agencyId: number }>();

/** Files of one process share what is made here. */
export const forgetLeads = (): void => leads.clear();

/** A lead of this name is erased before anybody hears of it. */
export const ERASED = 'Gone';

const PAGE = { name: 'url', title: 'Page', as: 'link' as const };

/** Stands in for the lead pipeline: makes leads and announces them, as an agency's pipeline does. */
export const leadsFake = definePlugin({
  manifest: { id: 'leads', version: '1.0.0', core: '^1', level: 'platform' },
  events: [LeadsCreated, LeadsUpdated, LeadsConverted],
  routes: [
    defineRoute({
      id: 'leads.make',
      method: 'POST',
      path: '/leads-fake/make',
      summary: 'Make leads',
      ability: 'signed-in',
      body: T.Object({ companyId: T.Integer(), names: T.Array(T.String()) }),
      response: T.Object({ ids: T.Array(T.String()) }),
      async handler(ctx: Ctx, { body }) {
        const company = (await ctx.company(body.companyId))!;
        const ids = body.names.map((name) => {
          const id = randomUUID();
          if (name !== ERASED) leads.set(id, leadOf(id, company.id, company.agencyId, name));
          return id;
        });
        await ctx.emit(LeadsCreated, { campaignId: 7, companyId: company.id, product: 'local', isTest: false, leadIds: ids });
        return { ids };
      },
    }),
  ],
  provides: [
    provide(
      Leads,
      (ctx): LeadsApi =>
        ({
          byId: async (ids: readonly string[]) => ids.flatMap((id) => visible(ctx, id)),
          walk: async (which: LeadWalk, behind: LeadPlace | null, most: number) => {
            const all = [...leads.keys()].toReversed().flatMap((id) => visible(ctx, id));
            const within = all.filter(
              ({ createdAt, isTest }) => createdAt >= which.from! && createdAt < which.to! && isTest === which.isTest,
            );
            const rest = within.slice(behind ? within.findIndex(({ id }) => id === behind.id) + 1 : 0);
            const rows = rest.slice(0, most);
            const last = rows.at(-1);
            return { rows, next: last && rest.length > most ? { id: last.id, at: last.createdAt.toISOString() } : null };
          },
          further: async () => new Map(),
          furtherSample: () => ({}),
          furtherFields: () => [],
          sources: () => new Map([['capture.page-view', { title: 'Page view', fields: [PAGE], listed: PAGE, checksPlace: false }]]),
        }) as unknown as LeadsApi,
    ),
  ],
});

function visible(ctx: Ctx, id: string): Lead[] {
  const lead = leads.get(id);
  if (!lead) return [];
  const { agencyId, ...rest } = lead;
  const { kind } = ctx.tenant;
  return kind === 'root' || (kind === 'agency' ? agencyId === ctx.tenant.id : rest.companyId === ctx.tenant.id) ? [rest] : [];
}

const leadOf = (id: string, companyId: number, agencyId: number, firstName: string): Lead & { agencyId: number } => ({
  id,
  campaignId: 7,
  companyId,
  agencyId,
  product: 'local',
  createdAt: new Date('2026-11-01T10:00:00Z'),
  lastSeenAt: new Date('2026-11-01T10:00:00Z'),
  source: 'capture.page-view',
  evidence: { url: 'https://shop.example/' },
  observations: 1,
  isTest: false,
  converted: false,
  tags: [],
  retailCents: 250,
  firstName,
  lastName: 'Doe',
  email: `${firstName.toLowerCase()}@example.com`,
  phone: '+13125550100',
  address: '1 Main St',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  company: 'Ünïcode "Ltd" 😀',
});
