import { type Ctx, denied, invalid, notFound, type Tenant } from '../../../core/contract.ts';
import { Domains } from '../../tenancy/white-label/contract.ts';
import { agencies } from './agencies.store.ts';
import { noteCompany, withFacts } from '../../foundation/companies/shared.ts';
import {
  AGENCY_NEWS,
  AgencyCreated,
  Companies,
  type CompanyUserInput,
  type CompanyUserQuery,
  type CompanyUserRow,
  type NodeFacts,
  type UserKind,
} from '../../foundation/companies/contract.ts';
import { profileOf, setDeveloperMode, setDomain, setPlan, setSubdomain } from './profile-input.ts';
import { choosePaymentTerms, chooseProducts, termsOf, withChoices } from './selections.service.ts';

const AGENCIES = { prefix: 'agencies', word: 'Agency', news: AGENCY_NEWS };

/** What the forms about an agency ask: the specification's fields and the plan. */
export type AgencyInput = CompanyUserInput & { package_id?: string | null };

/** What a row says of an agency where no plugin knows better. */
const UNKNOWN = {
  payment_status: 'active',
  manual_bill: 'F',
  subdomain: null,
  orisubdomain: null,
  domain: null,
  package_id: null,
  package_label: '',
  exclude_minimum_spend: 0,
  exclude_onboard_charge: 0,
  is_onboard_charged: 0,
} as const;

interface Page {
  rows: CompanyUserRow[];
  total: number;
}

/** One page of agencies with what all plugins know of them. Throws 422 for a filter that nobody knows. */
export async function agencyPage(ctx: Ctx, query: CompanyUserQuery): Promise<Page> {
  const { ids, total } = await agencies.pageIds(ctx, { ...query, only: await ctx.use(Companies).matching(query) });
  const [rows, facts] = await ctx.together([() => agencies.rowsOf(ctx, ids), () => ctx.use(Companies).facts(ids)]);
  return { rows: told(rows, facts), total };
}

/** Agencies with what all plugins know of them. */
const told = (stored: readonly CompanyUserRow[], facts: ReadonlyMap<number, NodeFacts>): CompanyUserRow[] =>
  withFacts(
    stored.map((row) => ({ ...UNKNOWN, ...row })),
    facts,
  );

/** One agency with what all plugins know of it. Throws 404 for one that the actor does not see. */
export async function oneAgency(ctx: Ctx, companyId: number): Promise<CompanyUserRow> {
  const row = await agencies.find(ctx, companyId);
  if (!row) throw notFound();
  return told([row], await ctx.use(Companies).facts([companyId]))[0]!;
}

/** Founds an agency below the root, with its owner, who is invited by mail. */
export async function createAgency(ctx: Ctx, input: AgencyInput, extra: Record<string, unknown> = {}): Promise<CompanyUserRow> {
  if (!ctx.can('create', 'Agency')) throw denied();
  const companies = ctx.use(Companies);
  const contact = companies.contact(input, { phone: 'optional' });
  if (await companies.isFounded(ctx.tenant, contact.companyName, contact.email))
    throw invalid('ClientCompanyName', 'agencies.problem.exists');
  const agency = await companies.create({ kind: 'agency', parent: ctx.tenant, name: contact.companyName });
  await agencies.save(ctx, agency.id, await profileOf(ctx, input, contact), extra);
  // Before the invitation is written, whose link leads to the agency's own host.
  await setSubdomain(ctx, agency.id, input.DownlineSubDomain);
  await companies.savePerson(agency, contact, 'userdownline');
  await choose(ctx, agency, input);
  await ctx.as(agency, (at) => at.emit(AgencyCreated, { agencyId: agency.id }));
  await noteCompany(ctx, 'created', AGENCIES, agency);
  return withFacts([(await agencies.find(ctx, agency.id))!], await companies.facts([agency.id]))[0]!;
}

/** Changes an agency and its person: the owner, or the one named. Answers an address that waits to be confirmed. Throws 404 for an agency the actor may not change. */
export async function updateAgency(
  ctx: Ctx,
  companyId: number,
  input: AgencyInput,
  options: { accountId?: number; extra?: Record<string, unknown> } = {},
): Promise<string | null> {
  const before = await agencies.find(ctx, companyId, 'update');
  const agency = before && (await ctx.company(companyId));
  if (!before || !agency) throw notFound();
  const companies = ctx.use(Companies);
  const contact = companies.contact({ ...input, ClientCompanyName: input.ClientCompanyName ?? before.company_name }, { phone: 'required' });
  if (contact.companyName !== before.company_name) await companies.rename(companyId, contact.companyName);
  await agencies.save(ctx, companyId, await profileOf(ctx, input, contact, before), options.extra);
  const subdomain = ctx.has(Domains) ? (await ctx.use(Domains).subdomainsOf([companyId])).get(companyId) : undefined;
  if (!(input.DownlineSubDomain ?? subdomain)) throw invalid('DownlineSubDomain', 'core.validation.required');
  if (input.DownlineSubDomain?.toLowerCase() !== subdomain) await setSubdomain(ctx, companyId, input.DownlineSubDomain);
  const { pendingEmail } = await companies.savePerson(agency, contact, 'userdownline', options.accountId ?? before.id ?? undefined);
  await choose(ctx, agency, input);
  await noteCompany(ctx, 'updated', AGENCIES, { id: companyId, name: contact.companyName });
  return pendingEmail;
}

/** Terms, products, plan, domain and developer mode, as far as the input speaks of them. */
async function choose(ctx: Ctx, agency: Tenant, input: AgencyInput): Promise<void> {
  if (input.selectedterms) await choosePaymentTerms(ctx, agency, input.selectedterms);
  if (input.selectedmodules) await chooseProducts(ctx, agency, input.selectedmodules);
  await setPlan(ctx, agency, input.package_id);
  await setDomain(ctx, agency, input.DownlineDomain);
  await setDeveloperMode(ctx, agency.id, input.ApiMode);
}

/** Removes an agency with its clients and people; refused while anything of theirs is open. Answers its name. */
export async function removeAgency(ctx: Ctx, companyId: number): Promise<string> {
  const agency = await agencies.find(ctx, companyId, 'delete');
  if (!agency) throw notFound();
  await ctx.use(Companies).remove(companyId);
  await noteCompany(ctx, 'removed', AGENCIES, { id: companyId, name: agency.company_name });
  return agency.company_name;
}

/** Agencies under `/configuration/user`. */
export const agencyKind: UserKind = {
  type: 'userdownline',
  async list(ctx, query) {
    if (!ctx.can('read', 'Agency')) throw denied();
    const { rows, total } = await agencyPage(ctx, query);
    return { rows: await withChoices(ctx, rows, await termsOf(ctx, rows)), total };
  },
  create: (ctx, input) => createAgency(ctx, input),
  update: (ctx, { companyId, accountId }, input) => updateAgency(ctx, companyId, input, { accountId }),
  remove: removeAgency,
};
