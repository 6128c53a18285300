import {
  conflict,
  type Ctx,
  denied,
  HostsPort,
  invalid,
  notFound,
  Problem,
  type Tenant,
  TenantsPort,
  type UserType,
} from '../../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { isFounded } from './companies.store.ts';
import { factsOf, matchingCompanies } from './company-facts.ts';
import { contactOf, faultOfName } from './contact.ts';
import { AddressGuards, type CompaniesApi, CompanyRemoved, type Contact, RemovalGuards, SalesAssignments } from './contract.ts';
import { betaFieldsOf } from './entitlements/beta.ts';
import { refuseWhileOpen } from './entitlements/in-use.ts';
import { PaymentTerms } from './entitlements/payment-terms.settings.ts';
import { productsOf } from './entitlements/products.ts';

/** The port's implementation for one call. */
export function companiesOf(ctx: Ctx): CompaniesApi {
  return {
    async create({ kind, parent, name }) {
      const id = await ctx.use(TenantsPort).insert({ kind, parentId: parent.id, name: cleanName(name) });
      return (await ctx.company(id))!;
    },
    isFounded: (root, name, email) => isFounded(ctx, root, name, email),
    async rename(companyId, name) {
      if (!(await ctx.use(TenantsPort).rename(companyId, cleanName(name)))) throw notFound();
    },
    async remove(companyId) {
      const company = await ctx.company(companyId);
      if (!company || company.kind === 'root') throw notFound();
      const ids = await ctx.use(TenantsPort).lockSubtree(company.id);
      await refuseWhileHeld(ctx, company);
      for (const id of ids) {
        await ctx.use(Accounts).removeAllOf(id);
        // Hosts belong to companies that still stand.
        await ctx.use(HostsPort).releaseAllOf(id);
        await ctx.use(TenantsPort).remove(id);
        await ctx.emit(CompanyRemoved, { companyId: id });
      }
    },
    products: async (company) => productsOf(ctx, company),
    async looksAfter(agencyId) {
      for (const isAssigned of ctx.contributions(SalesAssignments)) if (await isAssigned(ctx, agencyId)) return true;
      return false;
    },
    refuseWhileOpen: (filter, products) => refuseWhileOpen(ctx, filter, products),
    contact: contactOf,
    matching: (filters) => matchingCompanies(ctx, filters),
    beta: (company) => betaFieldsOf(ctx, company),
    facts: (companyIds) => factsOf(ctx, companyIds),
    savePerson: (company, person, userType, accountId) => savePerson(ctx, company, person, userType, accountId),
    paymentTerms: (company) => ctx.setting(PaymentTerms, company),
  };
}

/** Throws 409 with everything that plugins hold open below a company, e.g. its campaigns. */
async function refuseWhileHeld(ctx: Ctx, company: Tenant): Promise<void> {
  const reasons: string[] = [];
  for (const guard of ctx.contributions(RemovalGuards)) reasons.push(...(await guard(ctx, company)));
  if (reasons.length === 0) return;
  throw conflict('companies.problem.still-open', { params: { name: company.name, reasons: reasons.join(' ') }, extra: { reasons } });
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
  if (!before || before.email.toLowerCase() === email.trim().toLowerCase()) return;
  for (const guard of ctx.contributions(AddressGuards)) {
    const fault = await guard(ctx, accountId);
    if (fault) throw denied(fault);
  }
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
