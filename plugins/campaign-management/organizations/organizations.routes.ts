import { defineRoute, List, ListQuery, notFound, pageOfAll, T } from '../../../core/contract.ts';
import { changeOrganization, createOrganization, organizationsPort, removeOrganization } from './organizations.service.ts';
import { findOrganization, organizationsOf } from './organizations.store.ts';
import { byId, nameInTree } from './tree.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Name = T.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const CustomID = T.String({ maxLength: 100, pattern: '^[A-Za-z0-9 ._-]*$' });
/** Callers write no parent as nothing, null, 0 or an empty text. */
const Parent = T.Optional(T.Union([Id, T.Null(), T.Enum(['', '0']), T.Literal(0)]));
const parentOf = (sent: number | string | null | undefined): number | null | undefined =>
  sent === undefined ? undefined : typeof sent === 'number' && sent > 0 ? sent : null;
const At = T.Object({ organizationId: Id });
const Done = { result: T.String(), message: T.String() };
const SORTS = ['OrganizationName', 'CustomID'] as const;

const Organization = T.Object({
  id: T.Integer(),
  OrganizationName: T.String(),
  path: T.String(),
  ParentID: T.Union([T.Integer(), T.Null()]),
  CustomID: T.String(),
});

export const OrganizationForm = T.Object({ OrganizationName: Name, CustomID: T.Optional(CustomID), ParentID: T.Optional(Id) });

/** Organizations under `/marketing`. */
export const organizationRoutes = [
  defineRoute({
    id: 'organizations.rows',
    method: 'GET',
    path: '/marketing/organizations',
    summary: 'Organizations of the own company, in the order of their tree',
    ability: ['read', 'Organization'],
    query: T.Object(ListQuery(SORTS)),
    response: List(Organization),
    async handler(ctx, { query }) {
      const all = await organizationsOf(ctx);
      const tree = byId(all);
      const search = query.search?.trim().toLocaleLowerCase(ctx.locale) ?? '';
      const rows = all
        .map((row) => ({
          id: row.id,
          OrganizationName: row.name,
          path: nameInTree(tree, row.id),
          ParentID: row.parent_id,
          CustomID: row.custom_id,
        }))
        .filter((row) => `${row.path} ${row.CustomID}`.toLocaleLowerCase(ctx.locale).includes(search));
      const by = query.sortby === undefined ? 'path' : (query.sortby as (typeof SORTS)[number]);
      rows.sort((a, b) => a[by].localeCompare(b[by], ctx.locale) * (query.order === 'desc' ? -1 : 1));
      return pageOfAll(rows, query);
    },
  }),
  defineRoute({
    id: 'organizations.options',
    method: 'GET',
    path: '/marketing/organizations/options',
    summary: 'Organizations to choose from, by the id that other fields hold',
    ability: ['read', 'Organization'],
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async (ctx) => ({ options: await organizationsPort(ctx).options() }),
  }),
  defineRoute({
    id: 'organizations.parents',
    method: 'GET',
    path: '/marketing/organizations/parents',
    summary: 'Organizations that another one can stand below',
    ability: ['read', 'Organization'],
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    async handler(ctx) {
      const tree = byId(await organizationsOf(ctx));
      const options = [...tree.keys()].map((id) => ({ value: id, label: nameInTree(tree, id) }));
      return { options: options.sort((a, b) => a.label.localeCompare(b.label, ctx.locale)) };
    },
  }),
  defineRoute({
    id: 'organizations.one',
    method: 'GET',
    path: '/marketing/organizations/:organizationId',
    summary: 'One organization, for its form',
    ability: ['read', 'Organization'],
    params: At,
    response: T.Object({ OrganizationName: T.String(), CustomID: T.String(), ParentID: T.Optional(T.Integer()) }),
    async handler(ctx, { params }) {
      const row = await findOrganization(ctx, params.organizationId);
      if (!row) throw notFound();
      return { OrganizationName: row.name, CustomID: row.custom_id, ...(row.parent_id === null ? {} : { ParentID: row.parent_id }) };
    },
  }),
  defineRoute({
    id: 'organizations.create',
    method: 'POST',
    path: '/marketing/organizations',
    summary: 'Add an organization',
    ability: ['create', 'Organization'],
    body: T.Object({ OrganizationName: Name, ParentID: Parent, CustomID: T.Optional(CustomID) }),
    response: T.Object({ ...Done, id: T.Integer() }),
    async handler(ctx, { body }) {
      const id = await createOrganization(ctx, { ...body, ParentID: parentOf(body.ParentID) });
      return { result: 'success', message: ctx.t('organizations.added'), id };
    },
  }),
  defineRoute({
    id: 'organizations.update',
    method: 'PUT',
    path: '/marketing/organizations/:organizationId',
    summary: 'Change an organization or where it stands',
    ability: ['update', 'Organization'],
    params: At,
    body: T.Object({ OrganizationName: T.Optional(Name), ParentID: Parent, CustomID: T.Optional(CustomID) }),
    response: T.Object(Done),
    async handler(ctx, { params, body }) {
      await changeOrganization(ctx, params.organizationId, { ...body, ParentID: parentOf(body.ParentID) });
      return { result: 'success', message: ctx.t('organizations.saved') };
    },
  }),
  defineRoute({
    id: 'organizations.raise',
    method: 'POST',
    path: '/marketing/organizations/:organizationId/top',
    summary: 'Put an organization at the top of the tree',
    ability: ['update', 'Organization'],
    params: At,
    response: T.Object(Done),
    async handler(ctx, { params }) {
      await changeOrganization(ctx, params.organizationId, { ParentID: null });
      return { result: 'success', message: ctx.t('organizations.saved') };
    },
  }),
  defineRoute({
    id: 'organizations.remove',
    method: 'DELETE',
    path: '/marketing/organizations/:organizationId',
    summary: 'Remove an organization with nothing below it',
    ability: ['delete', 'Organization'],
    params: At,
    response: T.Object(Done),
    handler: async (ctx, { params }) => ({
      result: 'success',
      message: ctx.t('organizations.removed', { name: await removeOrganization(ctx, params.organizationId) }),
    }),
  }),
];
