import { randomUUID } from 'node:crypto';
import { type Ctx, definePlugin, defineRoute, provide, T } from '../../core/contract.ts';
import { type Lead, Leads, LeadsCreated, type LeadsApi } from '../leads/contract.ts';

/** Leads that exist, with the companies that may see them. */
const leads = new Map<string, Lead & { agencyId: number }>();

/** A lead of this name is erased before anybody hears of it. */
export const ERASED = 'Gone';

/** Stands in for the lead pipeline: makes leads and announces them, as an agency's pipeline does. */
export const leadsFake = definePlugin({
  manifest: { id: 'leads', version: '1.0.0', core: '^1', level: 'platform' },
  events: [LeadsCreated],
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
          further: async () => new Map(),
          furtherSample: () => ({}),
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
