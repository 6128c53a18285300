import { randomUUID } from 'node:crypto';
import { type Ctx, invalid, notFound, Problem, type Tenant } from '../../../core/contract.ts';
import { Agencies } from '../agencies/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { AgencyCreated, Companies, type Contact } from '../../foundation/companies/contract.ts';
import { ClientCreated } from '../../tenancy/clients/contract.ts';
import { noteOrigin, referrerFor } from './referrals.service.ts';

export interface Registration {
  companyname: string;
  name: string;
  email: string;
  phonenum?: string;
  password: string;
  refcode?: string;
}
/** What an address is answered that has an account already; nobody who registers sees it. */
const TAKEN = 'accounts.email.taken';
const FIELDS: Record<string, string> = { ClientFullName: 'name', ClientCompanyName: 'companyname', ClientPhone: 'phonenum' };

/** Makes a client company below the owner of the request's host, with one person who proves the address. Answers the page where. */
async function registerClient(ctx: Ctx, input: Registration): Promise<string> {
  if (ctx.host.id === 0) throw notFound(); // a host that belongs to nobody takes no customers
  const contact = contactOf(ctx, input);
  const company = await ctx.use(Companies).create({ kind: 'client', parent: ctx.host, name: contact.companyName });
  const go = await addPerson(ctx, company, contact, input.password);
  await ctx.as(company, (inner) => inner.emit(ClientCreated, { companyId: company.id, agencyId: company.agencyId }));
  return go;
}

/** Agencies stand below the root: only there can one register. */
export const takesAgencies = (ctx: Ctx): boolean => ctx.host.id !== 0 && ctx.host.kind === 'root';

/** Makes an agency below the root, with its owner, who proves the address. It belongs to whoever's code was given. Answers the page where. */
async function registerAgency(ctx: Ctx, input: Registration): Promise<string> {
  if (!takesAgencies(ctx)) throw notFound();
  const companies = ctx.use(Companies);
  const referrer = await referrerFor(ctx, input.refcode);
  const contact = contactOf(ctx, input);
  if (await companies.isFounded(ctx.host, contact.companyName, contact.email)) throw invalid('email', TAKEN);
  const agency = await companies.create({ kind: 'agency', parent: ctx.host, name: contact.companyName });
  await ctx.use(Agencies).introduce(agency.id, { phone: contact.phone, salesRef: referrer?.salesAccountId ?? null });
  if (referrer) await noteOrigin(ctx, agency, referrer);
  const go = await addPerson(ctx, agency, contact, input.password);
  await ctx.as(agency, (at) => at.emit(AgencyCreated, { agencyId: agency.id }));
  await ctx.audit({
    action: 'registration.agency-registered',
    description: `Agency ${agency.name} registered itself`,
    companyId: agency.id,
    target: contact.email,
    detail: referrer ? { referralCode: referrer.code } : {},
  });
  return go;
}

/**
 * Registers, and answers the page where the code is typed that was mailed to the address. For an address that has an account among the
 * same people the answer is the same, and its person is told by mail: a stranger does not learn who has an account here. Called outside
 * of transactions.
 */
export async function register(ctx: Ctx, input: Registration, kind: 'agency' | 'client'): Promise<string> {
  try {
    return await ctx.transaction((tx) => (kind === 'agency' ? registerAgency(tx, input) : registerClient(tx, input)));
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors.some(({ message }) => message === TAKEN)) throw error;
    const email = input.email.trim();
    await ctx.transaction((tx) => tx.use(Accounts).tellTaken(tx.host.id, email));
    return `/verify-login?${new URLSearchParams({ email, challenge: randomUUID() })}`;
  }
}

async function addPerson(ctx: Ctx, company: Tenant, contact: Contact, password: string): Promise<string> {
  const { email, fullName: name } = contact;
  const phone = contact.phone.number;
  const userType = company.kind === 'agency' ? 'userdownline' : 'client';
  const { go } = await ctx.use(Accounts).create({ company, email, name, userType, phone, password, proveEmail: 'now' });
  return go!;
}

/** The shared check names fields as the agencies' forms do; here they have the names of this call. */
function contactOf(ctx: Ctx, input: Registration): Contact {
  try {
    return ctx.use(Companies).contact(
      {
        ClientCompanyName: input.companyname,
        ClientFullName: input.name,
        ClientEmail: input.email,
        ...(input.phonenum ? { ClientPhone: input.phonenum } : {}),
      },
      { phone: 'optional' },
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.status, error.code, { errors: error.errors.map((e) => ({ ...e, field: FIELDS[e.field] ?? e.field })) });
  }
}
