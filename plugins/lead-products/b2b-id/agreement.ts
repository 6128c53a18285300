import type { Ctx } from '../../../core/contract.ts';
import { AgreementDocuments, Agreements } from '../../tenancy/agreements/contract.ts';
import type { GuardFailure } from '../../campaign-management/campaigns/contract.ts';
import type { BetaCondition } from '../../foundation/companies/contract.ts';

/** The beta feature with which an agency is given the product, and its name where calls leave the plugin out. */
export const B2B_FEATURE = 'b2b-id.b2b_module' as const;
const SLUG = 'b2b_module';

/** Whether a company has accepted the agreement that the feature asks for; true where there is none. */
async function hasAgreed(ctx: Ctx, companyId: number): Promise<boolean> {
  const document = ctx.contributions(AgreementDocuments).find(({ feature }) => feature?.slug === SLUG);
  return document === undefined || ctx.use(Agreements).accepted(document.name, companyId);
}

/** The agency can use the product once it has accepted the agreement. Clients act under their agency's. */
export const agreementCondition: BetaCondition = {
  feature: B2B_FEATURE,
  obstacle: async (ctx, company) => (company.kind === 'client' || (await hasAgreed(ctx, company.id)) ? null : 'b2b-id.missing.agreement'),
};

/** Whoever starts a campaign has accepted the agreement for their own company, as the page asks them to. Nobody agrees with the platform itself. */
export async function agreementGuard(ctx: Ctx): Promise<GuardFailure[]> {
  if (ctx.actor.kind !== 'user' || ctx.tenant.kind === 'root') return [];
  return (await hasAgreed(ctx, ctx.tenant.id)) ? [] : [{ code: 'b2b-id.guard.agreement' }];
}
