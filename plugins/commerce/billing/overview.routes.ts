import { type Ctx, dayOf, defineRoute, Flag, flagOf, notFound, T } from '../../../core/contract.ts';
import { CompanyId } from '../../foundation/companies/shared.ts';
import { zoneOf } from './billing.settings.ts';
import { creditOf } from './credits.store.ts';
import { readSeller } from './details/details.store.ts';
import { figuresOf } from './overview.store.ts';

/** Where a company stands with its invoices: an agency with all that it issued, a client with its own. */
export const overviewRoutes = [
  defineRoute({
    id: 'billing.overview',
    method: 'GET',
    path: '/billing/overview',
    summary: 'What is owed, overdue, paid, refunded and taxed on invoices that the own company issued or got',
    ability: ['read', 'BillingOverview'],
    response: T.Object({
      due_cents: T.Integer(),
      overdue_cents: T.Integer(),
      /** Of invoices that are settled outside the system, whether that has happened or not; null where there are none. */
      outside_cents: T.Union([T.Integer(), T.Null()]),
      /** Since the first of the month, in the zone of billing. */
      paid_cents: T.Integer(),
      refunded_cents: T.Integer(),
      tax_cents: T.Integer(),
      /** Of a client, what later invoices take off. */
      credit_cents: T.Integer(),
      /** Whether the seller stated its details. */
      stated: Flag,
    }),
    async handler(ctx) {
      const zone = await zoneOf(ctx);
      const [figures, credit, stated] = await ctx.together([
        () => figuresOf(ctx, { today: dayOf(ctx.now, zone), zone }),
        async () => (ctx.tenant.kind === 'client' ? creditOf(ctx.db, ctx.tenant.id) : 0),
        () => statedBySeller(ctx),
      ]);
      return { ...figures, credit_cents: credit, stated };
    },
  }),
  defineRoute({
    id: 'billing.client-overview',
    method: 'GET',
    path: '/billing/clients/:companyId/overview',
    summary: 'What one client owes, paid this month, got back, and has as credit',
    ability: ['oversee', 'BillingOverview'],
    params: CompanyId,
    response: T.Object({
      due_cents: T.Integer(),
      overdue_cents: T.Integer(),
      /** Of invoices that are settled outside the system, whether that has happened or not; null where there are none. */
      outside_cents: T.Union([T.Integer(), T.Null()]),
      /** Since the first of the month, in the zone of billing. */
      paid_cents: T.Integer(),
      refunded_cents: T.Integer(),
      credit_cents: T.Integer(),
    }),
    async handler(ctx, { params: { companyId } }) {
      if ((await ctx.company(companyId))?.kind !== 'client') throw notFound();
      const zone = await zoneOf(ctx);
      const [figures, credit] = await ctx.together([
        () => figuresOf(ctx, { today: dayOf(ctx.now, zone), zone, companyId }),
        () => creditOf(ctx.db, companyId),
      ]);
      return { ...figures, credit_cents: credit };
    },
  }),
];

async function statedBySeller(ctx: Ctx): Promise<Flag> {
  return flagOf((await readSeller(ctx.db, ctx.tenant.agencyId)).details !== null);
}
