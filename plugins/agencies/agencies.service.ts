import { conflict, type Ctx, denied, notFound } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { findAgency, listAgencies, saveProfile } from './agencies.store.ts';
import { AgencyCreated, Companies, type CompanyUserInput, type CompanyUserRow, type UserKind } from './contract.ts';
import { choosePaymentTerms, chooseProducts } from './selections.service.ts';
import { giveSubdomain } from './subdomain.ts';

/** Topic of live news about the list. */
export const AGENCY_NEWS = 'agencies.list';

/** Founds an agency below the root, with its owner, who is invited by mail. */
export async function createAgency(ctx: Ctx, input: CompanyUserInput, extra: Record<string, unknown> = {}): Promise<CompanyUserRow> {
  if (!ctx.can('create', 'Agency')) throw denied();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'optional' });
  const agency = await companies.create({ kind: 'agency', parent: ctx.tenant, name: contact.companyName });
  await saveProfile(ctx, agency.id, contact, extra);
  // Before the invitation is written, whose link leads to the agency's own host.
  if (input.DownlineSubDomain) await giveSubdomain(ctx, agency.id, input.DownlineSubDomain);
  await companies.savePerson(agency, contact, 'userdownline');
  await ctx.as(agency, (at) => at.emit(AgencyCreated, { agencyId: agency.id }));
  await ctx.audit({
    action: 'agencies.created',
    companyId: agency.id,
    description: `Agency ${agency.name} created`,
    target: String(agency.id),
  });
  await ctx.live(AGENCY_NEWS);
  return (await findAgency(ctx, agency.id))!;
}

/** Changes an agency and its person: the owner, or the one named. Throws 404 for an agency the actor may not change. */
export async function updateAgency(
  ctx: Ctx,
  companyId: number,
  input: CompanyUserInput,
  options: { accountId?: number; extra?: Record<string, unknown> } = {},
): Promise<CompanyUserRow> {
  const before = await findAgency(ctx, companyId, 'update');
  const agency = before && (await ctx.company(companyId));
  if (!before || !agency) throw notFound();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'required' });
  if (contact.companyName !== before.company_name) await companies.rename(companyId, contact.companyName);
  await saveProfile(ctx, companyId, contact, options.extra ?? {});
  if (input.DownlineSubDomain && input.DownlineSubDomain.toLowerCase() !== before.subdomain)
    await giveSubdomain(ctx, companyId, input.DownlineSubDomain);
  await companies.savePerson(agency, contact, 'userdownline', options.accountId ?? before.id ?? undefined);
  if (input.selectedterms) await choosePaymentTerms(ctx, agency, input.selectedterms);
  if (input.selectedmodules) await chooseProducts(ctx, agency, input.selectedmodules);
  await ctx.audit({
    action: 'agencies.updated',
    companyId,
    description: `Agency ${contact.companyName} changed`,
    target: String(companyId),
  });
  await ctx.live(AGENCY_NEWS);
  return (await findAgency(ctx, companyId))!;
}

/** Removes an agency with its clients and people; refused while campaigns are open. Answers its name. */
export async function removeAgency(ctx: Ctx, companyId: number): Promise<string> {
  const agency = await findAgency(ctx, companyId, 'delete');
  if (!agency) throw notFound();
  const open = ctx.has(Campaigns) ? await ctx.use(Campaigns).open({ agencyId: companyId }) : [];
  if (open.length > 0)
    throw conflict('agencies.problem.open-campaigns', { params: { campaigns: open.join(', ') }, extra: { campaigns: open } });
  await ctx.use(Companies).remove(companyId);
  await ctx.audit({ action: 'agencies.removed', description: `Agency ${agency.company_name} removed`, target: String(companyId) });
  await ctx.live(AGENCY_NEWS);
  return agency.company_name;
}

/** Agencies under `/configuration/user`. */
export const agencyKind: UserKind = {
  type: 'userdownline',
  async list(ctx, query) {
    if (!ctx.can('read', 'Agency')) throw denied();
    return listAgencies(ctx, query);
  },
  create: (ctx, input) => createAgency(ctx, input),
  update: (ctx, { companyId, accountId }, input) => updateAgency(ctx, companyId, input, { accountId }),
  remove: removeAgency,
};
