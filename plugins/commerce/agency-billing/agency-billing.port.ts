import { asAgency, type Ctx } from '../../../core/contract.ts';
import { lookSoon } from './agency.store.ts';
import { charge, settle } from './charges.service.ts';
import { chargeById, chargesIn } from './charges.store.ts';
import type { AgencyBillOf } from '../wallet/contract.ts';
import type { AgencyBillingApi } from './contract.ts';
import { beginDeveloperMode } from './minimum.service.ts';
import { endManualBill, toDateCents } from './manual-bill.service.ts';

/** The port's functions, bound to the caller's transaction. */
export const agencyBillingOf = (ctx: Ctx): AgencyBillingApi => ({
  charge: (agency, { cents, ...wish }) => asAgency(ctx, agency.id, (inner) => charge(inner, { ...wish, priceCents: cents, cents })),
  find: (chargeId) => chargeById(ctx.db, chargeId),
  failed: (agencyId) => chargesIn(ctx.db, agencyId, ['failed']),
  settle: (agency, kind) => asAgency(ctx, agency.id, (inner) => settle(inner, kind)),
  endManualBill: (agency) => endManualBill(ctx, agency),
  beginDeveloperMode: (terms) => beginDeveloperMode(ctx, terms),
  developerModeOff: (agency) => asAgency(ctx, agency.id, (inner) => lookSoon(inner.db, agency.id)),
  toDateCents: (agency) => ctx.transaction((tx) => asAgency(tx, agency.id, toDateCents)),
});

/** What the switch of manual bill and a settlement by hand ask of whoever bills the agency. */
export const agencyBill: AgencyBillOf = {
  toDateCents: (ctx, agency) => agencyBillingOf(ctx).toDateCents(agency),
  endManualBill,
  settle: (ctx, agency) => agencyBillingOf(ctx).settle(agency),
};
