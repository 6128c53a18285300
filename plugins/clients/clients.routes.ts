import { defineRoute, List, listOf, ListQuery, notFound, pageOf, T } from '../../core/contract.ts';
import { CompanyUser, type CompanyUserQuery } from '../agencies/contract.ts';
import { CompanyId, EditedClient, NewClient } from './clients.schema.ts';
import { CompanyGroups } from '../company-groups/contract.ts';
import { Roles } from '../roles/contract.ts';
import { countriesIn } from './countries.ts';
import { settingsShown } from './client-settings.ts';
import { clientsOf, createClient, pageOfClients, updateClient } from './clients.service.ts';
import { extraOf, findClient, settingsOf } from './clients.store.ts';
import { removeClient } from './removal.service.ts';
import { ZONES } from './timezones.ts';

const Flag = T.Enum(['T', 'F']);
const Filter = T.Optional(T.String({ maxLength: 200 }));
const SORTS = ['company_name', 'name', 'email', 'phonenum', 'created_at'] as const;

/** Client management of an agency, and the choosers that other screens need. */
export const clientRoutes = [
  defineRoute({
    id: 'clients.rows',
    method: 'GET',
    path: '/clients',
    summary: 'Clients with their people',
    ability: ['list', 'Client'],
    query: T.Object({ ...ListQuery(SORTS), CardStatus: Filter, CampaignStatus: Filter, Filters: Filter }),
    response: List(CompanyUser),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await pageOfClients(ctx, {
        ...at,
        ...(query.CardStatus ? { CardStatus: query.CardStatus } : {}),
        ...(query.CampaignStatus ? { CampaignStatus: query.CampaignStatus } : {}),
        ...(query.Filters ? { Filters: query.Filters } : {}),
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
    id: 'clients.countries',
    method: 'GET',
    path: '/clients/countries',
    summary: 'Countries of phone numbers to choose from',
    ability: 'signed-in',
    db: 'intent',
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async (ctx) => ({ options: countriesIn(ctx.locale) }),
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
      {
        ClientCompanyName: T.String(),
        ClientFullName: T.String(),
        ClientEmail: T.String(),
        ClientPhoneCountryCode: T.String(),
        ClientPhone: T.String(),
        ClientDomain: T.String(),
        timezone: T.String(),
        disabledaddcampaign: Flag,
        disabledreceivedemail: Flag,
        enablephonenumber: Flag,
        editorspreadsheet: Flag,
        twoFactorAuth: Flag,
        ClientRole: T.Union([T.Integer(), T.Null()]),
        companyGroupID: T.Union([T.Integer(), T.Null()]),
      },
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
        ClientPhoneCountryCode: row.phone_country_code,
        ClientPhone: row.phonenum,
        ...settingsShown((await settingsOf(ctx, params.companyId))!),
        ClientRole: row.id === null || !ctx.has(Roles) ? null : ((await ctx.use(Roles).of(row.id))?.roleId ?? null),
        companyGroupID: ctx.has(CompanyGroups)
          ? ((await ctx.use(CompanyGroups).ofClients([row.company_id])).get(row.company_id)?.id ?? null)
          : null,
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
