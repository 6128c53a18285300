import type { Ctx } from '../../../core/contract.ts';
import { AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import { Payments, Stripe } from '../../money/payments/contract.ts';
import type { SetupCheck, SetupState } from '../../tenancy/profile/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { agencyOwed, agencyStage } from './agency.store.ts';
import { owedInvoices } from './arrears.service.ts';
import { arrearsOf } from './arrears.store.ts';

/** How somebody stands with paying. Only what is not in order is said, so that others may say the rest. */
export const setupCheck: SetupCheck = {
  order: 50,
  async of(ctx) {
    const { kind } = ctx.tenant;
    if (kind === 'client') return { ...((await needsCard(ctx)) && { cardSet: false }), ...(await clientsArrears(ctx)) };
    if (kind === 'agency') {
      const planSet = !(await ctx.use(AgencyPlans).lacksPlan(ctx.tenant));
      return { cardSet: !(await lacksCard(ctx)), planSet, ...(await accountOf(ctx)), ...(await agencysArrears(ctx)) };
    }
    return ctx.actor.userType === 'sales' ? accountOf(ctx) : {};
  },
};

/** A client without a card needs one where its agency can charge it and does not settle with its clients by itself. */
export async function needsCard(ctx: Ctx): Promise<boolean> {
  const { id, agencyId } = ctx.tenant;
  const payments = ctx.use(Payments);
  if (!(await payments.takesCards(agencyId)) || (await payments.card(id)) !== null) return false;
  return !ctx.has(Wallet) || !(await ctx.use(Wallet).billsOutside(agencyId));
}

/** Whether an agency keeps no card. It may do without one, and is told where it can add one. */
export const lacksCard = async (ctx: Ctx): Promise<boolean> => (await ctx.use(Payments).card(ctx.tenant.id)) === null;

async function clientsArrears(ctx: Ctx): Promise<Partial<SetupState>> {
  const row = await arrearsOf(ctx.db, ctx.tenant.id);
  if (!row) return {};
  const owed = await owedInvoices(ctx, row);
  return {
    setupcomplete: 'F',
    accessmodule: 'paymentfailed',
    fcampid: row.campaigns.join(','),
    finamt: String(owed.reduce((sum, i) => sum + i.dueCents, 0)),
    paymentStatusFailed: true,
  };
}

async function agencysArrears(ctx: Ctx): Promise<Partial<SetupState>> {
  if (!(await agencyStage(ctx.db, ctx.tenant.id))) return {};
  return { paymentStatusFailed: true, finamt: String(await agencyOwed(ctx.db, ctx.tenant.id)) };
}

/**
 * The account at the payment provider. Whoever has none counts as connected where the provider is the sandbox, an agency also where it
 * settles with its clients by itself.
 */
async function accountOf(ctx: Ctx): Promise<Partial<SetupState>> {
  const isSales = ctx.tenant.kind === 'root';
  const { status } = await ctx.use(Payments).account(ctx.tenant.id, isSales ? ctx.actor.id : 0);
  if (status === 'empty' && ctx.service(Stripe) === null) return {};
  const mayDoWithout = !isSales && (status === 'empty' || status === 'failed') && ctx.has(Wallet);
  if (mayDoWithout && (await ctx.use(Wallet).billsOutside(ctx.tenant.id))) return {};
  return { accountConnected: status };
}
