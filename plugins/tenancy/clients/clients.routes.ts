import { defineRoute, Flag, List, listOf, ListQuery, notFound, T } from '../../../core/contract.ts';
import { CompanyUser } from '../../foundation/companies/contract.ts';
import { asked, CompanyId, companyRoutes, FilterFields } from '../../foundation/companies/shared.ts';
import { EditedClient, NewClient } from './clients.schema.ts';
import { ClientGroups } from './contract.ts';
import { Roles } from '../roles/contract.ts';
import { countriesIn } from './countries.ts';
import { settingsShown } from './client-settings.ts';
import { createClient, pageOfClients, removeClient, updateClient } from './clients.service.ts';
import { clients, settingsOf } from './clients.store.ts';
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
    query: T.Object({ ...ListQuery(SORTS), ...FilterFields }),
    response: List(CompanyUser),
    async handler(ctx, { query }) {
      const at = asked(query);
      const { rows, total } = await pageOfClients(ctx, at);
      return listOf(rows, total, at);
    },
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
    id: 'clients.group-options',
    method: 'GET',
    path: '/clients/group-options',
    summary: 'Groups that a client can be put into',
    ability: ['update', 'Client'],
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    handler: async (ctx) => ({ options: (await ctx.contributions(ClientGroups)[0]?.options(ctx)) ?? [] }),
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
      const row = await clients.find(ctx, params.companyId, 'update');
      if (!row) throw notFound();
      return {
        ...(await clients.extraOf(ctx, params.companyId)),
        ClientCompanyName: row.company_name,
        ClientFullName: row.name,
        ClientEmail: row.email,
        ClientPhoneCountryCode: row.phone_country_code,
        ClientPhone: row.phonenum,
        ...settingsShown((await settingsOf(ctx, params.companyId))!),
        ClientRole: row.id === null || !ctx.has(Roles) ? null : ((await ctx.use(Roles).of(row.id))?.roleId ?? null),
        companyGroupID: (await ctx.contributions(ClientGroups)[0]?.of(ctx, [row.company_id]))?.get(row.company_id) ?? null,
      };
    },
  }),
  ...companyRoutes({
    id: 'clients',
    subject: 'Client',
    noun: 'a client',
    added: NewClient,
    changed: EditedClient,
    create: createClient,
    update: (ctx, companyId, input, extra) => updateClient(ctx, companyId, input, { extra }),
    remove: removeClient,
  }),
];
