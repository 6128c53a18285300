import { type Ctx, invalid, type Tenant } from '../../core/contract.ts';
import { Developer } from '../developer/contract.ts';
import { Domains } from '../white-label/contract.ts';
import type { ProfileChange } from './agencies.store.ts';
import type { CompanyUserInput, Contact } from './contract.ts';
import { Packages } from './packages.ts';

const ORGANIZATION_LIMIT = 100;

/** What is kept of an agency beside its name, person and subdomain. Throws 422 on the field. */
export async function profileOf(
  ctx: Ctx,
  input: CompanyUserInput & { package_id?: string | null },
  contact: Contact,
): Promise<ProfileChange> {
  const change: ProfileChange = {
    phone: contact.phone.number,
    phone_country_code: contact.phone.country,
    phone_country_calling_code: contact.phone.callingCode,
  };
  if (input.DownlineOrganizationID !== undefined) change.organization_id = organizationOf(input.DownlineOrganizationID);
  if (input.ClientWhiteLabeling !== undefined) change.is_whitelabeling = input.ClientWhiteLabeling === 'T';
  if (input.defaultAdmin !== undefined) change.default_admin = input.defaultAdmin === true || input.defaultAdmin === 'T';
  if (input.package_id !== undefined) change.package_id = await packageOf(ctx, input.package_id);
  return change;
}

function organizationOf(typed: string | number | boolean | null): string | null {
  const id = typed === null || typeof typed === 'boolean' ? '' : String(typed).trim();
  if (id.length > ORGANIZATION_LIMIT) throw invalid('DownlineOrganizationID', 'agencies.problem.organization');
  return id || null;
}

async function packageOf(ctx: Ctx, id: string | null): Promise<string | null> {
  if (!id) return null;
  if (!Object.values(await ctx.setting(Packages)).includes(id)) throw invalid('package_id', 'agencies.problem.package');
  return id;
}

/** Claims the agency's own domain, or gives it up, where the caller said something about it. Throws 422 on the field. */
export async function setDomain(ctx: Ctx, agency: Tenant, typed: string | undefined): Promise<void> {
  if (typed !== undefined && ctx.has(Domains)) await ctx.use(Domains).claimDomain(agency, typed, 'DownlineDomain');
}

/** Switches developer mode of an agency where the caller said something about it and it is not so already. */
export async function setDeveloperMode(ctx: Ctx, agencyId: number, wanted: 'T' | 'F' | undefined): Promise<void> {
  if (wanted === undefined || !ctx.has(Developer)) return;
  const developer = ctx.use(Developer);
  const on = wanted === 'T';
  if (((await developer.stateOf([agencyId])).get(agencyId)?.apiMode ?? false) !== on) await developer.setMode(agencyId, on);
}
