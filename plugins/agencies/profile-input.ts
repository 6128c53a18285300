import { type Ctx, invalid, type Tenant } from '../../core/contract.ts';
import { Developer } from '../developer/contract.ts';
import { Organizations } from '../organizations/contract.ts';
import { Domains } from '../white-label/contract.ts';
import type { ProfileChange } from './agencies.store.ts';
import { isYes } from './company-fields.ts';
import { phoneColumns } from './company-list.ts';
import type { CompanyUserInput, CompanyUserRow, Contact } from './contract.ts';
import { Packages } from './packages.ts';

/** What stood before, where it is said again. */
type Standing = Pick<CompanyUserRow, 'external_organizationid' | 'package_id'>;

/** What is kept of an agency beside its name, person and subdomain; `before` is what stood. Throws 422 on the field. */
export async function profileOf(
  ctx: Ctx,
  input: CompanyUserInput & { package_id?: string | null },
  contact: Contact,
  before: Standing = {},
): Promise<ProfileChange> {
  const change: ProfileChange = phoneColumns(contact.phone);
  if (input.DownlineOrganizationID !== undefined)
    change.organization_id = await organizationOf(ctx, input.DownlineOrganizationID, before.external_organizationid ?? null);
  if (input.ClientWhiteLabeling !== undefined) change.is_whitelabeling = input.ClientWhiteLabeling === 'T';
  if (input.defaultAdmin !== undefined) change.default_admin = isYes(input.defaultAdmin);
  if (input.package_id !== undefined) change.package_id = await packageOf(ctx, input.package_id, before.package_id ?? null);
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

/** The plan that was chosen. What an agency pays hangs on it, so that another one asks for the password anew. */
async function packageOf(ctx: Ctx, typed: string | null, before: string | null): Promise<string | null> {
  const id = typed || null;
  if (id === before) return id;
  if (id === null) return null;
  if (!Object.values(await ctx.setting(Packages)).includes(id)) throw invalid('package_id', 'agencies.problem.package');
  return id;
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
