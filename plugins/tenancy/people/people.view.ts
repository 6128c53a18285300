import { type Ctx, denied, flagOf, type Static } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import type { CompanyUserQuery } from '../../foundation/companies/contract.ts';
import { Roles } from '../roles/contract.ts';
import { accountFacts } from './owner-facts.ts';
import { isOwner } from './people.service.ts';
import { isExecutive, listPeople, type PersonRecord, type Staff } from './people.store.ts';
import type { PersonRow } from './people.schema.ts';

export type PersonView = Static<typeof PersonRow>;

/** People as the lists show them: with phone, role, and whether they have set a password yet. */
export async function viewsOf(ctx: Ctx, people: readonly PersonRecord[]): Promise<PersonView[]> {
  const accounts = ctx.use(Accounts);
  const ids = people.map((person) => person.id);
  const [invited, facts, roles, phones, ...owners] = await ctx.together([
    () => accounts.invited(ids),
    () => accountFacts(ctx, ids),
    async () => (ctx.has(Roles) ? ctx.use(Roles).named(ids) : null),
    () => accounts.phones(ids),
    ...people.map((person) => () => isOwner(ctx, person)),
  ]);
  return people.map((person, n): PersonView => {
    const standing = person.id === ctx.actor.id ? 'self' : owners[n] ? 'owner' : 'other';
    const role = roles?.get(person.id);
    return {
      id: person.id,
      company_id: person.company_id,
      company_root_id: person.root_id,
      company_name: person.company_name,
      name: person.name,
      email: person.email,
      user_type: person.user_type,
      phonenum: phones.get(person.id) ?? '',
      phone_country_code: person.phone_country_code,
      phone_country_calling_code: '',
      status_acc: person.status === 'active' && invited.has(person.id) ? 'invited' : person.status,
      ...facts(person.id),
      role_id: role?.id ?? null,
      role_name: role?.name ?? '',
      defaultAdmin: flagOf(person.default_admin),
      customercare: flagOf(person.customer_care),
      adminGetNotification: flagOf(person.notified),
      salesRep: flagOf(person.sales_rep),
      salesAE: flagOf(person.sales_ae),
      isAccExecutive: flagOf(person.sales_ae),
      salesRef: person.referral_code ?? '',
      standing,
      may_be: standing !== 'other' ? '' : person.status === 'suspended' ? 'readmitted' : 'suspended',
      created_at: person.created_at.toISOString(),
    };
  });
}

/** One page of the actor's colleagues, or of the root's sales people, whom of these themselves only account executives see. */
export async function pageOfPeople(ctx: Ctx, staff: Staff, query: CompanyUserQuery): Promise<{ rows: PersonView[]; total: number }> {
  if (ctx.actor.userType === 'sales' && !(await isExecutive(ctx))) throw denied();
  const { rows, total } = await listPeople(ctx, staff, query);
  return { rows: await viewsOf(ctx, rows), total };
}
