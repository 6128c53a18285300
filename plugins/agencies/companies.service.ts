import { type Ctx, invalid, notFound, Problem, Switches, type Tenant, type UserType } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { CampaignTypes } from '../campaigns/contract.ts';
import { insertCompany, lockSubtree, removeCompany, renameCompany } from './companies.store.ts';
import { contactOf, faultOfName } from './contact.ts';
import { type CompaniesApi, CompanyRemoved, type Contact } from './contract.ts';

/** The port's implementation for one call. */
export function companiesOf(ctx: Ctx): CompaniesApi {
  return {
    async create({ kind, parent, name }) {
      const id = await insertCompany(ctx, kind, parent.id, cleanName(name));
      return (await ctx.company(id))!;
    },
    async rename(companyId, name) {
      if (!(await renameCompany(ctx, companyId, cleanName(name)))) throw notFound();
    },
    async remove(companyId) {
      const company = await ctx.company(companyId);
      if (!company || company.kind === 'root') throw notFound();
      for (const id of await lockSubtree(ctx, company)) {
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
    contact: contactOf,
    savePerson: (company, person, userType, accountId) => savePerson(ctx, company, person, userType, accountId),
  };
}

function cleanName(typed: string): string {
  const name = typed.trim();
  const fault = faultOfName(name);
  if (fault) throw invalid('name', fault);
  return name;
}

async function savePerson(ctx: Ctx, company: Tenant, person: Contact, userType: UserType, accountId?: number): Promise<void> {
  const accounts = ctx.use(Accounts);
  const { fullName: name, email, phone } = person;
  try {
    if (accountId === undefined) await accounts.create({ company, email, name, userType, phone: phone.number });
    else await accounts.update(accountId, { email, name, phone: phone.number });
  } catch (error) {
    // The person's address stands in these forms under the specification's name.
    if (!(error instanceof Problem) || !error.errors.some((e) => e.field === 'email')) throw error;
    throw new Problem(error.status, error.code, {
      errors: error.errors.map((e) => (e.field === 'email' ? { ...e, field: 'ClientEmail' } : e)),
    });
  }
}
