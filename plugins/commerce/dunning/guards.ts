import { type Ctx, rightsBy, shownMoney } from '../../../core/contract.ts';
import type { RemovalGuard } from '../../foundation/companies/contract.ts';
import { Billing } from '../billing/contract.ts';
import type { ActivationGuard } from '../../campaign-management/campaigns/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import type { RightsCap } from '../../tenancy/roles/contract.ts';
import { agencyOwed, agencyStage } from './agency.store.ts';
import { arrearsOf } from './arrears.store.ts';

/** Nothing new begins on account of a client, or of an agency, that owes. Who looks through an account is not held by its agency's debt. */
export const activationGuard: ActivationGuard = async (ctx, campaign) => [
  ...((await arrearsOf(ctx.db, campaign.companyId)) ? [{ code: 'dunning.guard.client' }] : []),
  ...(!ctx.viewedBy && (await agencyStage(ctx.db, campaign.agencyId)) ? [{ code: 'dunning.guard.agency' }] : []),
];

/** Two weeks after the first failure a client may read and carry away what is its own, and change its card; nothing else. */
export const suspendedCap: RightsCap = {
  id: 'dunning.suspended',
  why: 'dunning.rights.suspended',
  async of(ctx, { company }) {
    const stage = company.kind === 'client' ? (await arrearsOf(ctx.db, company.id))?.stage : undefined;
    if (stage === undefined || stage === 'failed') return null;
    return rightsBy(ctx.areas, (area, grant) => grant === 'enable' || (area === 'Settings' && grant === 'update'));
  },
};

/** A company with unpaid invoices, or with a payment under way, is not removed. */
export const removalGuard: RemovalGuard = async (ctx, company) => {
  const clients = company.kind === 'agency' ? await clientsOf(ctx, company.id) : [company.id];
  const unpaid = [];
  for (const id of clients) unpaid.push(...(await ctx.use(Billing).unpaid(id)));
  const running = await ctx.use(Payments).running(company);
  const owed = company.kind === 'agency' ? await agencyOwed(ctx.db, company.id) : 0;
  const list = unpaid.map((i) => `${i.number} (${shownMoney(i.dueCents)})`).join(', ');
  return [
    ...(unpaid.length > 0 ? [ctx.t('dunning.removal.unpaid', { invoices: list })] : []),
    ...(running.length > 0 ? [ctx.t('dunning.removal.running', { count: running.length })] : []),
    ...(owed > 0 ? [ctx.t('dunning.removal.agency', { amount: shownMoney(owed) })] : []),
  ];
};

const clientsOf = (ctx: Ctx, agencyId: number): Promise<number[]> =>
  ctx.db('core_public_company').where({ kind: 'client', agency_id: agencyId }).whereNull('removed_at').pluck('id') as Promise<number[]>;
