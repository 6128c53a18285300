import { defineRoute, List, listOf, ListQuery, notFound, pageOf, T } from '../../core/contract.ts';
import { CompanyUser, type CompanyUserQuery } from '../agencies/contract.ts';
import { CompanyId, EditedClient, NewClient } from './clients.schema.ts';
import { clientsOf, createClient, removeClient, updateClient } from './clients.service.ts';
import { extraOf, findClient, listClients } from './clients.store.ts';
import { ZONES } from './timezones.ts';

const SORTS = ['company_name', 'name', 'email', 'phonenum', 'created_at'] as const;

/** Client management of an agency, and the choosers that other screens need. */
export const clientRoutes = [
  defineRoute({
    id: 'clients.rows',
    method: 'GET',
    path: '/clients',
    summary: 'Clients with their people',
    ability: ['list', 'Client'],
    query: T.Object(ListQuery(SORTS)),
    response: List(CompanyUser),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await listClients(ctx, {
        ...at,
        sort: (query.sortby ?? null) as CompanyUserQuery['sort'],
        order: query.order ?? 'asc',
        search: query.search?.trim() ?? '',
      });
      return listOf(rows, total, at);
    },
  }),
  defineRoute({
    id: 'clients.options',
    method: 'GET',
    path: '/clients/options',
    summary: 'Clients to choose from',
    ability: ['choose', 'Client'],
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    handler: async (ctx) => ({ options: await clientsOf(ctx).options() }),
  }),
  defineRoute({
    id: 'clients.timezones',
    method: 'GET',
    path: '/clients/timezones',
    summary: 'Time zones to choose from',
    ability: 'signed-in',
    db: 'intent',
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async () => ({ options: ZONES.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })) }),
  }),
  defineRoute({
    id: 'clients.one',
    method: 'GET',
    path: '/clients/:companyId',
    summary: 'One client, for its form',
    ability: ['update', 'Client'],
    params: CompanyId,
    // Open for the fields that operators added.
    response: T.Object(
      { ClientCompanyName: T.String(), ClientFullName: T.String(), ClientEmail: T.String(), ClientPhone: T.String(), timezone: T.String() },
      { additionalProperties: true },
    ),
    async handler(ctx, { params }) {
      const row = await findClient(ctx, params.companyId, 'update');
      if (!row) throw notFound();
      return {
        ...(await extraOf(ctx, params.companyId)),
        ClientCompanyName: row.company_name,
        ClientFullName: row.name,
        ClientEmail: row.email,
        ClientPhone: row.phonenum,
        timezone: row.timezone,
      };
    },
  }),
  defineRoute({
    id: 'clients.create',
    method: 'POST',
    path: '/clients',
    summary: 'Add a client and invite its person',
    ability: ['create', 'Client'],
    body: NewClient,
    response: T.Object({ company_id: T.Integer(), message: T.String() }),
    async handler(ctx, { body, extra }) {
      const row = await createClient(ctx, body, extra);
      return { company_id: row.company_id, message: ctx.t('clients.added') };
    },
  }),
  defineRoute({
    id: 'clients.update',
    method: 'PUT',
    path: '/clients/:companyId',
    summary: 'Change a client and its person',
    ability: ['update', 'Client'],
    params: CompanyId,
    body: EditedClient,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body, extra }) {
      await updateClient(ctx, params.companyId, body, { extra });
      return { message: ctx.t('clients.updated') };
    },
  }),
  defineRoute({
    id: 'clients.remove',
    method: 'DELETE',
    path: '/clients/:companyId',
    summary: 'Remove a client with its people',
    ability: ['delete', 'Client'],
    params: CompanyId,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      return { message: ctx.t('clients.deleted', { name: await removeClient(ctx, params.companyId) }) };
    },
  }),
];
