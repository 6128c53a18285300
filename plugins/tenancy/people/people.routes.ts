import { defineRoute, Flag, flagOf, List, listOf, ListQuery, notFound, T, type TSchema } from '../../../core/contract.ts';
import type { CompanyUserInput } from '../../foundation/companies/contract.ts';
import { asked, savedText } from '../../foundation/companies/shared.ts';
import { AccountId, EditedAdministrator, EditedSalesPerson, NewAdministrator, NewSalesPerson, PersonRow, Status } from './people.schema.ts';
import { addPerson, changePerson, removePerson, setStatus } from './people.service.ts';
import { findPerson, type Staff, SUBJECT } from './people.store.ts';
import { pageOfPeople, viewsOf } from './people.view.ts';

const SORTS = ['name', 'email', 'created_at'] as const;
const Message = T.Object({ message: T.String() });

/** The same six calls for administrators and for sales accounts. */
function routesOf(staff: Staff, path: string, bodies: { added: TSchema; changed: TSchema }) {
  const subject = SUBJECT[staff];
  const id = <N extends string>(name: N) => `people.${name}-${staff}` as const;
  return [
    defineRoute({
      id: id('list'),
      method: 'GET',
      path,
      summary: staff === 'sales' ? 'Sales accounts of the root' : "Administrators of one's own company",
      ability: ['list', subject],
      query: T.Object(ListQuery(SORTS)),
      response: List(PersonRow),
      async handler(ctx, { query }) {
        const at = asked(query);
        const { rows, total } = await pageOfPeople(ctx, staff, at);
        return listOf(rows, total, at);
      },
    }),
    defineRoute({
      id: id('one'),
      method: 'GET',
      path: `${path}/:accountId`,
      summary: 'One of them, for the form',
      ability: ['update', subject],
      params: AccountId,
      response: T.Object({
        ClientFullName: T.String(),
        ClientEmail: T.String(),
        ClientPhone: T.String(),
        ClientRole: T.Union([T.Integer(), T.Null()]),
        twoFactorAuth: Flag,
        ...T.Pick(PersonRow, ['defaultAdmin', 'customercare', 'adminGetNotification', 'salesRep', 'salesAE', 'salesRef']).properties,
      }),
      async handler(ctx, { params }) {
        const person = await findPerson(ctx, staff, params.accountId, 'update');
        if (!person) throw notFound();
        const [view] = await viewsOf(ctx, [person]);
        return {
          ...view!,
          ClientFullName: view!.name,
          ClientEmail: view!.email,
          ClientPhone: view!.phonenum,
          ClientRole: view!.role_id,
          twoFactorAuth: flagOf(person.asks_factor),
        };
      },
    }),
    defineRoute({
      id: id('add'),
      method: 'POST',
      path,
      summary: 'Add somebody and invite them',
      ability: ['create', subject],
      stepUp: true,
      body: bodies.added,
      response: T.Object({ id: T.Integer(), message: T.String() }),
      handler: async (ctx, { body }) => ({
        id: await addPerson(ctx, staff, body as CompanyUserInput),
        message: ctx.t('people.added'),
      }),
    }),
    defineRoute({
      id: id('change'),
      method: 'PUT',
      path: `${path}/:accountId`,
      summary: 'Change one of them',
      ability: ['update', subject],
      stepUp: true,
      params: AccountId,
      body: bodies.changed,
      response: Message,
      async handler(ctx, { params, body }) {
        const pendingEmail = await changePerson(ctx, staff, params.accountId, body as CompanyUserInput);
        return { message: savedText(ctx, 'people.changed', pendingEmail) };
      },
    }),
    defineRoute({
      id: id('status'),
      method: 'PUT',
      path: `${path}/:accountId/status`,
      summary: 'Suspend one of them, or let them in again',
      ability: ['update', subject],
      stepUp: true,
      params: AccountId,
      body: Status,
      response: Message,
      async handler(ctx, { params, body }) {
        await setStatus(ctx, staff, params.accountId, body.status);
        return { message: ctx.t('people.changed') };
      },
    }),
    defineRoute({
      id: id('remove'),
      method: 'DELETE',
      path: `${path}/:accountId`,
      summary: 'Remove one of them',
      ability: ['delete', subject],
      stepUp: true,
      params: AccountId,
      response: Message,
      handler: async (ctx, { params }) => ({
        message: ctx.t('people.deleted', { name: await removePerson(ctx, staff, params.accountId) }),
      }),
    }),
  ];
}

export const peopleRoutes = [
  ...routesOf('administrator', '/administrators', { added: NewAdministrator, changed: EditedAdministrator }),
  ...routesOf('sales', '/sales-accounts', { added: NewSalesPerson, changed: EditedSalesPerson }),
];
