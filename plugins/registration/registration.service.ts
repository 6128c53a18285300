import { type Ctx, notFound, Problem } from '../../core/contract.ts';
import { Accounts } from '../accounts/contract.ts';
import { Companies } from '../agencies/contract.ts';
import { ClientCreated } from '../clients/contract.ts';

const FIELDS: Record<string, string> = { ClientFullName: 'name', ClientCompanyName: 'companyname', ClientPhone: 'phonenum' };

/** Makes a client company below the owner of the request's host, with one person who may sign in at once. */
export async function registerClient(
  ctx: Ctx,
  input: { companyname: string; name: string; email: string; phonenum?: string; password: string },
): Promise<void> {
  if (ctx.host.id === 0) throw notFound(); // a host that belongs to nobody takes no customers
  const companies = ctx.use(Companies);
  const contact = inOurWords(() =>
    companies.contact(
      {
        ClientCompanyName: input.companyname,
        ClientFullName: input.name,
        ClientEmail: input.email,
        ...(input.phonenum ? { ClientPhone: input.phonenum } : {}),
      },
      { phone: 'optional' },
    ),
  );
  const company = await companies.create({ kind: 'client', parent: ctx.host, name: contact.companyName });
  await ctx.use(Accounts).create({
    company,
    email: contact.email,
    name: contact.fullName,
    userType: 'client',
    phone: contact.phone.number,
    password: input.password,
  });
  await ctx.as(company, (inner) => inner.emit(ClientCreated, { companyId: company.id, agencyId: company.agencyId }));
}

/** The shared check names fields as the agencies' forms do; here they have the names of this call. */
function inOurWords<R>(check: () => R): R {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.status, error.code, { errors: error.errors.map((e) => ({ ...e, field: FIELDS[e.field] ?? e.field })) });
  }
}
