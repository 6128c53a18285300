import { defineRoute, List, listOf, ListQuery, notFound, pageOf, T } from '../../core/contract.ts';
import { CompanyId, EditedAgency, NewAgency } from './agencies.schema.ts';
import { createAgency, removeAgency, updateAgency } from './agencies.service.ts';
import { extraOf, findAgency, listAgencies, reachOf } from './agencies.store.ts';
import { COMPANY_USER_SORTS, CompanyUser, type CompanyUserQuery } from './contract.ts';

/** The agency list of the root and what can be done to a row of it. */
export const agencyRoutes = [
  defineRoute({
    id: 'agencies.rows',
    method: 'GET',
    path: '/agencies',
    summary: 'Agencies with their owners',
    ability: ['read', 'Agency'],
    query: T.Object(ListQuery(COMPANY_USER_SORTS)),
    response: List(CompanyUser),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await listAgencies(ctx, {
        ...at,
        sort: (query.sortby ?? null) as CompanyUserQuery['sort'],
        order: query.order ?? 'asc',
        search: query.search?.trim() ?? '',
      });
      return listOf(rows, total, at);
    },
  }),
  defineRoute({
    id: 'agencies.one',
    method: 'GET',
    path: '/agencies/:companyId',
    summary: 'One agency, for its form',
    ability: ['update', 'Agency'],
    params: CompanyId,
    // Open for the fields that operators added.
    response: T.Object(
      {
        ClientCompanyName: T.String(),
        ClientFullName: T.String(),
        ClientEmail: T.String(),
        ClientPhone: T.String(),
        DownlineSubDomain: T.String(),
      },
      { additionalProperties: true },
    ),
    async handler(ctx, { params }) {
      const row = await findAgency(ctx, params.companyId, 'update');
      if (!row) throw notFound();
      return {
        ...(await extraOf(ctx, params.companyId)),
        ClientCompanyName: row.company_name,
        ClientFullName: row.name,
        ClientEmail: row.email,
        ClientPhone: row.phonenum,
        DownlineSubDomain: row.subdomain ?? '',
      };
    },
  }),
  defineRoute({
    id: 'agencies.overview',
    method: 'GET',
    path: '/agencies/:companyId/overview',
    summary: 'What an operator wants to know of an agency at a glance',
    ability: ['read', 'Agency'],
    params: CompanyId,
    response: T.Object({
      company_id: T.Integer(),
      phonenum: T.String(),
      hosts: T.Array(T.String()),
      clients: T.Integer(),
      sales: T.Array(T.String()),
      created_at: T.String(),
    }),
    async handler(ctx, { params }) {
      const row = await findAgency(ctx, params.companyId);
      if (!row) throw notFound();
      return {
        company_id: row.company_id,
        phonenum: row.phonenum,
        sales: row.sales ?? [],
        created_at: row.created_at,
        ...(await reachOf(ctx, row.company_id)),
      };
    },
  }),
  defineRoute({
    id: 'agencies.create',
    method: 'POST',
    path: '/agencies',
    summary: 'Add an agency and invite its owner',
    ability: ['create', 'Agency'],
    body: NewAgency,
    response: T.Object({ company_id: T.Integer(), message: T.String() }),
    async handler(ctx, { body, extra }) {
      const row = await createAgency(ctx, body, extra);
      return { company_id: row.company_id, message: ctx.t('agencies.added') };
    },
  }),
  defineRoute({
    id: 'agencies.update',
    method: 'PUT',
    path: '/agencies/:companyId',
    summary: 'Change an agency and its owner',
    ability: ['update', 'Agency'],
    params: CompanyId,
    body: EditedAgency,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body, extra }) {
      await updateAgency(ctx, params.companyId, body, { extra });
      return { message: ctx.t('agencies.updated') };
    },
  }),
  defineRoute({
    id: 'agencies.remove',
    method: 'DELETE',
    path: '/agencies/:companyId',
    summary: 'Remove an agency with its clients',
    ability: ['delete', 'Agency'],
    params: CompanyId,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params }) {
      return { message: ctx.t('agencies.deleted', { name: await removeAgency(ctx, params.companyId) }) };
    },
  }),
];
