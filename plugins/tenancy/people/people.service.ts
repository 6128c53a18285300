import { randomBytes } from 'node:crypto';
import { conflict, type Ctx, denied, invalid, isYes, notFound, type UserType } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import { Companies, type CompanyUserInput } from '../../foundation/companies/contract.ts';
import { Roles } from '../roles/contract.ts';
import { giveRights } from './rights.ts';
import {
  findPerson,
  GONE,
  isCodeTaken,
  ownerOf,
  type PersonProfile,
  type PersonRecord,
  saveProfile,
  type Staff,
  SUBJECT,
} from './people.store.ts';

/** Topic of live news about both lists. */
export const PEOPLE_NEWS = 'people.list';

const WORDS: Record<Staff, string> = { administrator: 'Administrator', sales: 'Sales person' };

/** Adds somebody to the actor's own company: invited by mail, or with a first password. Answers the account. */
export async function addPerson(ctx: Ctx, staff: Staff, input: CompanyUserInput): Promise<number> {
  if (!ctx.can('create', SUBJECT[staff])) throw denied();
  const companies = ctx.use(Companies);
  const contact = companies.contact({ ...input, ClientCompanyName: ctx.tenant.name }, { phone: 'optional' });
  const profile = await profileFrom(ctx, staff, input, null);
  const { id } = await companies.savePerson(ctx.tenant, contact, typeFor(ctx, staff));
  await store(ctx, id, input, { ...profile, phone_country_code: contact.phone.country }, false);
  await note(ctx, 'people.added', `${WORDS[staff]} ${contact.email} added`, id, contact.email);
  return id;
}

/**
 * Changes somebody of the actor's own company. Answers an address that waits to be confirmed. Throws 404 for anybody else, 409 for an owner
 * whom another wants to change.
 */
export async function changePerson(ctx: Ctx, staff: Staff, id: number, input: CompanyUserInput): Promise<string | null> {
  const person = await changeable(ctx, staff, id, 'update');
  await refuseForeignOwner(ctx, person);
  const companies = ctx.use(Companies);
  const contact = companies.contact({ ...input, ClientCompanyName: ctx.tenant.name }, { phone: 'optional' });
  if (contact.email.toLowerCase() !== person.email.toLowerCase()) await refuseMorePowerful(ctx, person);
  const profile = await profileFrom(ctx, staff, input, person);
  const { pendingEmail } = await companies.savePerson(ctx.tenant, contact, person.user_type, id);
  await store(ctx, id, input, { ...profile, phone_country_code: contact.phone.country }, person.asks_factor);
  await note(ctx, 'people.changed', `${WORDS[staff]} ${contact.email} changed`, id, contact.email);
  return pendingEmail;
}

/** Suspends somebody, whose sessions end at once, or lets them in again. Nobody does it to themselves or to the owner. */
export async function setStatus(ctx: Ctx, staff: Staff, id: number, status: 'active' | 'suspended'): Promise<void> {
  const person = await changeable(ctx, staff, id, 'update');
  await refuseKept(ctx, person);
  await refuseMorePowerful(ctx, person);
  await ctx.use(Accounts).update(id, { status });
  await note(
    ctx,
    `people.${status === 'active' ? 'readmitted' : 'suspended'}`,
    `${WORDS[staff]} ${person.email} ${status}`,
    id,
    person.email,
  );
}

/** Removes somebody, whose sessions end at once. Nobody removes themselves or the owner. Answers the name. */
export async function removePerson(ctx: Ctx, staff: Staff, id: number): Promise<string> {
  const person = await changeable(ctx, staff, id, 'delete');
  await refuseKept(ctx, person);
  await refuseMorePowerful(ctx, person);
  await saveProfile(ctx, { id, companyId: person.company_id }, GONE);
  await ctx.use(Accounts).remove(id);
  await note(ctx, 'people.removed', `${WORDS[staff]} ${person.email} removed`, id, person.email);
  return person.name;
}

/** The root's own people are system users; an agency's are administrators. */
const typeFor = (ctx: Ctx, staff: Staff): UserType => (staff === 'sales' ? 'sales' : ctx.tenant.kind === 'root' ? 'user' : 'administrator');

async function changeable(ctx: Ctx, staff: Staff, id: number, action: string): Promise<PersonRecord> {
  const person = await findPerson(ctx, staff, id, action);
  if (!person) throw notFound();
  return person;
}

/** Somebody always remains: the owner, and whoever is asking. */
async function refuseKept(ctx: Ctx, person: PersonRecord): Promise<void> {
  if (person.id === ctx.actor.id) throw conflict('people.problem.self');
  if (await isOwner(ctx, person)) throw conflict('people.problem.owner', { params: { name: person.name } });
}

/** An owner's address opens everything, so only the owner changes it. */
async function refuseForeignOwner(ctx: Ctx, person: PersonRecord): Promise<void> {
  if (person.id !== ctx.actor.id && (await isOwner(ctx, person)))
    throw conflict('people.problem.owner-change', { params: { name: person.name } });
}

export const isOwner = async (ctx: Ctx, person: PersonRecord): Promise<boolean> =>
  person.user_type === 'userdownline' || person.id === (await ownerOf(ctx, person.company_id));

/** Nobody takes over or shuts out somebody who may do what they themselves may not. */
async function refuseMorePowerful(ctx: Ctx, person: PersonRecord): Promise<void> {
  if (ctx.has(Roles) && !(await ctx.use(Roles).withinOwn(person.id))) throw denied('people.problem.more-rights');
}

/** What a call says of a person beside name and address; throws 422 on the field at fault. */
async function profileFrom(ctx: Ctx, staff: Staff, input: CompanyUserInput, before: PersonRecord | null): Promise<Partial<PersonProfile>> {
  const { defaultAdmin, customercare, adminGetNotification, twoFactorAuth, salesRep, salesAE } = input;
  const factor = twoFactorAuth === undefined ? {} : { asks_factor: isYes(twoFactorAuth) };
  if (staff === 'administrator')
    return {
      ...factor,
      ...(defaultAdmin !== undefined && { default_admin: isYes(defaultAdmin) }),
      ...(customercare !== undefined && { customer_care: isYes(customercare) }),
      ...(adminGetNotification !== undefined && { notified: isYes(adminGetNotification) }),
    };
  const ae = salesAE === undefined ? (before?.sales_ae ?? false) : isYes(salesAE);
  // Somebody new who is said to be neither is a sales representative.
  const rep = salesRep === undefined ? (before?.sales_rep ?? !ae) : isYes(salesRep);
  if (!rep && !ae) throw invalid('salesRep', 'people.problem.no-sales-kind');
  return { ...factor, sales_rep: rep, sales_ae: ae, referral_code: await codeFrom(ctx, input.salesRef, before) };
}

/** The referral code as given, else the one there is, else a new one. */
async function codeFrom(ctx: Ctx, given: string | null | undefined, before: PersonRecord | null): Promise<string> {
  const code = given?.trim() ?? '';
  if (code === '') return before?.referral_code ?? randomBytes(5).toString('hex');
  if (!/^[A-Za-z0-9-]{3,40}$/.test(code)) throw invalid('salesRef', 'people.problem.code');
  if (await isCodeTaken(ctx, code, before?.id ?? null)) throw invalid('salesRef', 'people.problem.code-taken');
  return code;
}

async function store(ctx: Ctx, id: number, input: CompanyUserInput, profile: Partial<PersonProfile>, asked: boolean): Promise<void> {
  await saveProfile(ctx, { id, companyId: ctx.tenant.id }, profile);
  // Only a change of mind: what the person chose themselves stays otherwise.
  if (profile.asks_factor !== undefined && profile.asks_factor !== asked) await ctx.use(Accounts).demandFactor(id, profile.asks_factor);
  await giveRights(ctx, id, input);
}

async function note(ctx: Ctx, action: string, description: string, id: number, email: string): Promise<void> {
  await ctx.audit({ action, description, target: String(id), params: { email } });
  await ctx.live(PEOPLE_NEWS);
}
