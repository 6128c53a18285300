import type { Ctx, Tenant } from '../../../core/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { AgencyBills, WalletFunded } from './contract.ts';
import { changeWallet, lockWallet } from './data-wallet.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { readState } from './wallet.store.ts';

/**
 * Whether the root bills the agency itself for its leads; called as the agency. Switched off, all its campaigns stop: nobody pays for
 * their leads any more in the way they were begun.
 */
export async function setManualBill(ctx: Ctx, on: boolean): Promise<void> {
  const agencyId = ctx.tenant.id;
  const wallet = await lockWallet(ctx, agencyId);
  await changeWallet(ctx, agencyId, { manual_bill: on, ...(on ? {} : { short_of_cents: null }) });
  if (!on && wallet.manualBill && ctx.has(Campaigns)) await ctx.use(Campaigns).stopAll({ agencyId });
  if (!on && wallet.shortOfCents !== null) await ctx.emit(WalletFunded, { agencyId });
  await ctx.live(WALLET_TOPIC);
  await ctx.live(AGENCY_NEWS);
}

/**
 * The switch as an operator turns it; never inside a transaction. Off goes with the payment of what is owed to date: throws 409 while
 * that is not made, and nothing has changed then.
 */
export async function turnManualBill(ctx: Ctx, agency: Tenant, on: boolean): Promise<void> {
  const isOn = await ctx.transaction(async ({ db }) => (await readState(db, agency.id))?.manualBill === true);
  const [bill] = ctx.contributions(AgencyBills);
  if (!on && isOn && bill) await bill.endManualBill(ctx, agency);
  else await ctx.transaction((tx) => tx.as(agency, (inner) => setManualBill(inner, on)));
}
