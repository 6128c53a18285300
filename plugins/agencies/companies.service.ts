import { conflict, type Ctx, denied, invalid, notFound, Problem, Switches, type Tenant, type UserType } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { Campaigns, CampaignTypes } from '../campaigns/contract.ts';
import { Roles } from '../roles/contract.ts';
import { PaymentTerms } from './agencies.settings.ts';
import { agencies } from './agencies.store.ts';
import { betaFieldsOf } from './beta.service.ts';
import { insertCompany, introduceAgency, isFounded, lockSubtree, removeCompany, renameCompany } from './companies.store.ts';
import { chargesOf, noteOnboarded } from './charges.service.ts';
import { factsOf, matchingCompanies } from './company-facts.ts';
import { contactOf, faultOfName } from './contact.ts';
import { lacksPlan } from './packages.ts';
import { giveSubdomain } from './subdomain.ts';
import { AGENCY_NEWS, type CompaniesApi, CompanyRemoved, type Contact, RemovalGuards } from './contract.ts';

/** The port's implementation for one call. */
export function companiesOf(ctx: Ctx): CompaniesApi {
  return {
    async create({ kind, parent, name }) {
      const id = await insertCompany(ctx, kind, parent.id, cleanName(name));
      return (await ctx.company(id))!;
    },
    isFounded: (root, name, email) => isFounded(ctx, root, name, email),
    async rename(companyId, name) {
      if (!(await renameCompany(ctx, companyId, cleanName(name)))) throw notFound();
    },
    setSubdomain: (agencyId, typed) => giveSubdomain(ctx, agencyId, typed),
    async introduce(agencyId, by) {
      await introduceAgency(ctx, agencyId, by);
      await ctx.live(AGENCY_NEWS);
    },
    async remove(companyId) {
      const company = await ctx.company(companyId);
      if (!company || company.kind === 'root') throw notFound();
      const ids = await lockSubtree(ctx, company);
      await refuseWhileOpen(ctx, company);
      for (const id of ids) {
        await ctx.use(Accounts).removeAllOf(id);
        await removeCompany(ctx, id);
        await ctx.emit(CompanyRemoved, { companyId: id });
      }
    },
    async modules(company) {
      const switches = ctx.use(Switches).list(company);
      // A module that root cannot switch is always on.
      return ctx
        .slot(CampaignTypes)
        .map(({ product, plugin }) => ({ product, plugin, on: switches.find((s) => s.key === plugin)?.on ?? true }));
    },
    looksAfter: async (agencyId) => (await agencies.find(ctx, agencyId, 'look-after')) !== undefined,
    contact: contactOf,
    matching: (filters) => matchingCompanies(ctx, filters),
    beta: (company) => betaFieldsOf(ctx, company),
    lacksPlan: (agency) => lacksPlan(ctx, agency),
    facts: (companyIds) => factsOf(ctx, companyIds),
    charges: (agency) => chargesOf(ctx, agency),
    onboarded: (agency) => noteOnboarded(ctx, agency),
    savePerson: (company, person, userType, accountId) => savePerson(ctx, company, person, userType, accountId),
    paymentTerms: (company) => ctx.setting(PaymentTerms, company),
  };
}

/** Throws 409 with everything that is still open below a company: its campaigns, and what other plugins name. */
async function refuseWhileOpen(ctx: Ctx, company: Tenant): Promise<void> {
  const scope = company.kind === 'agency' ? { agencyId: company.id } : { companyId: company.id };
  const open = ctx.has(Campaigns) ? await ctx.use(Campaigns).open(scope) : [];
  const reasons = open.length > 0 ? [ctx.t('agencies.problem.open-campaigns', { campaigns: open.join(', ') })] : [];
  for (const guard of ctx.slot(RemovalGuards)) reasons.push(...(await guard(ctx, company)));
  if (reasons.length === 0) return;
  const params = { name: company.name, reasons: reasons.join(' ') };
  throw conflict('agencies.problem.still-open', { params, extra: { campaigns: open, reasons } });
}

function cleanName(typed: string): string {
  const name = typed.trim();
  const fault = faultOfName(name);
  if (fault) throw invalid('name', fault);
  return name;
}

/** The person's address and password stand in these forms under the specification's names. */
const FORM_FIELDS: Record<string, string> = { email: 'ClientEmail', password: 'ClientPass' };

/** Whoever gives an account another address can open it: only those who have all its rights may. */
async function refuseTakeOver(ctx: Ctx, accountId: number, email: string): Promise<void> {
  const before = await ctx.use(Accounts).find(accountId);
  if (!before || before.email.toLowerCase() === email.trim().toLowerCase() || !ctx.has(Roles)) return;
  if (!(await ctx.use(Roles).withinOwn(accountId))) throw denied('agencies.problem.more-rights');
}

async function savePerson(
  ctx: Ctx,
  company: Tenant,
  person: Contact,
  userType: UserType,
  accountId?: number,
): ReturnType<CompaniesApi['savePerson']> {
  const accounts = ctx.use(Accounts);
  const { fullName: name, email, phone, password } = person;
  try {
    if (accountId === undefined) {
      // `user` is what the root's own staff are called: they operate the platform.
      const isSystem = userType === 'user' && company.kind === 'root';
      const made = await accounts.create({
        company,
        email,
        name,
        userType,
        phone: phone.number,
        isSystem,
        ...(password ? { password, proveEmail: 'at-sign-in' } : {}),
      });
      return { id: made.id, pendingEmail: null };
    }
    await refuseTakeOver(ctx, accountId, email);
    return { id: accountId, ...(await accounts.update(accountId, { email, name, phone: phone.number })) };
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors.some((e) => e.field in FORM_FIELDS)) throw error;
    throw new Problem(error.status, error.code, {
      errors: error.errors.map((e) => ({ ...e, field: FORM_FIELDS[e.field] ?? e.field })),
    });
  }
}
