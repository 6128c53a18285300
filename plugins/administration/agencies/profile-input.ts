import { type Ctx, invalid, isYes, type Tenant } from '../../../core/contract.ts';
import { AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import { Developer } from '../developer/contract.ts';
import { Organizations } from '../../campaign-management/organizations/contract.ts';
import { Domains } from '../../tenancy/white-label/contract.ts';
import type { ProfileChange } from './agencies.store.ts';
import { phoneColumns } from '../../foundation/companies/shared.ts';
import type { CompanyUserInput, CompanyUserRow, Contact } from '../../foundation/companies/contract.ts';

/** What stood before, where it is said again. */
type Standing = Pick<CompanyUserRow, 'external_organizationid'>;

/** What is kept of an agency beside its name, person and subdomain; `before` is what stood. Throws 422 on the field. */
export async function profileOf(ctx: Ctx, input: CompanyUserInput, contact: Contact, before: Standing = {}): Promise<ProfileChange> {
  const change: ProfileChange = phoneColumns(contact.phone);
  if (input.DownlineOrganizationID !== undefined)
    change.organization_id = await organizationOf(ctx, input.DownlineOrganizationID, before.external_organizationid ?? null);
  if (input.ClientWhiteLabeling !== undefined) change.is_whitelabeling = input.ClientWhiteLabeling === 'T';
  if (input.defaultAdmin !== undefined) change.default_admin = isYes(input.defaultAdmin);
  return change;
}

/** The root's organization that was chosen; what stands already may stay, though it was removed since. */
async function organizationOf(ctx: Ctx, typed: string | number | boolean | null, before: string | null): Promise<string | null> {
  const id = typed === null || typeof typed === 'boolean' ? '' : String(typed).trim();
  if (id === '') return null;
  const known = id === before || (ctx.has(Organizations) && (await ctx.use(Organizations).find(id)) !== null);
  if (!known) throw invalid('DownlineOrganizationID', 'agencies.problem.organization');
  return id;
}

/** Gives the agency the plan that was chosen, where the caller said something about it. Throws 422 on the field. */
export async function setPlan(ctx: Ctx, agency: Tenant, typed: string | null | undefined): Promise<void> {
  if (typed !== undefined && ctx.has(AgencyPlans)) await ctx.use(AgencyPlans).choose(agency, typed || null);
}

/** Gives the agency its subdomain, and the host that goes with it, where it is another one. Throws 422 on the field. */
export async function setSubdomain(ctx: Ctx, agencyId: number, typed: string | undefined): Promise<void> {
  if (typed && ctx.has(Domains)) await ctx.use(Domains).giveSubdomain(agencyId, typed, 'DownlineSubDomain');
}

/** Claims the agency's own domain, or gives it up, where the caller said something about it. Throws 422 on the field. */
export async function setDomain(ctx: Ctx, agency: Tenant, typed: string | undefined): Promise<void> {
  if (typed !== undefined && ctx.has(Domains)) await ctx.use(Domains).claimDomain(agency, typed, 'DownlineDomain');
}

/** Switches developer mode of an agency, on which a fee hangs, where the caller said something about it and it is not so already. */
export async function setDeveloperMode(ctx: Ctx, agencyId: number, wanted: 'T' | 'F' | undefined): Promise<void> {
  if (wanted === undefined || !ctx.has(Developer)) return;
  const developer = ctx.use(Developer);
  const on = wanted === 'T';
  if (((await developer.stateOf([agencyId])).get(agencyId)?.apiMode ?? false) === on) return;
  await developer.setMode(agencyId, on);
}
