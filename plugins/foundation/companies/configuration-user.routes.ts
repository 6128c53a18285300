import { type Ctx, defineRoute, invalid, List, listOf, notFound, PageQuery, T, type UserType } from '../../../core/contract.ts';
import { Accounts, type AccountSummary } from '../accounts/contract.ts';
import { CompanyUserFields } from './company-user.schema.ts';
import { Id } from './company-fields.ts';
import { asked } from './company-list.ts';
import { FilterFields, PathSort } from './filters.ts';
import { CompanyUser, type UserKind, UserKinds } from './contract.ts';
import { savedText } from './saved-text.ts';

const Ignored = T.Optional(T.String({ maxLength: 200 }));
const Done = { result: T.String(), message: T.String() };

/** The specification's four calls about users of every kind. Which rules apply is the business of the plugin that owns the kind. */
export const configurationUserRoutes = [
  defineRoute({
    id: 'companies.users',
    method: 'GET',
    path: '/configuration/user/:companyId/:group/:idsys/:type/:module/:sortby/:order{/:search}',
    summary: 'Companies below the own one with their people',
    ability: 'signed-in',
    params: T.Object({
      companyId: T.Optional(Id),
      group: Ignored,
      idsys: Ignored,
      type: T.Optional(T.String({ maxLength: 30 })),
      module: Ignored,
      ...PathSort,
    }),
    query: T.Object({ ...PageQuery, ...FilterFields }),
    response: List(CompanyUser),
    async handler(ctx, { params, query }) {
      refuseOtherCompany(ctx, params.companyId);
      const kind = kindOf(ctx, params.type ?? (ctx.tenant.kind === 'root' ? 'userdownline' : 'client'));
      if (!kind) throw invalid('type', 'companies.problem.user-type');
      const at = asked({ ...query, ...params });
      const { rows, total } = await kind.list(ctx, at);
      return listOf(rows, total, at);
    },
  }),
  defineRoute({
    id: 'companies.create-user',
    method: 'POST',
    path: '/configuration/user/create',
    summary: 'Add a company and invite its person',
    ability: 'signed-in',
    sensitive: 'people',
    stepUp: true,
    body: T.Object({ ...CompanyUserFields, userType: T.String({ maxLength: 30 }) }),
    response: T.Object({ ...Done, data: T.Array(CompanyUser) }),
    async handler(ctx, { body }) {
      refuseOtherCompany(ctx, body.companyID);
      const kind = kindOf(ctx, body.userType);
      if (!kind) throw invalid('userType', 'companies.problem.user-type');
      return { result: 'success', data: [await kind.create(ctx, body)], message: ctx.t('companies.added') };
    },
  }),
  defineRoute({
    id: 'companies.update-user',
    method: 'PUT',
    path: '/configuration/user/update',
    summary: 'Change a company and its person',
    ability: 'signed-in',
    sensitive: 'people',
    stepUp: true,
    body: T.Object({ ...CompanyUserFields, ClientID: Id, userType: T.Optional(T.String({ maxLength: 30 })), action: Ignored }),
    response: T.Object(Done),
    async handler(ctx, { body }) {
      const { kind, account } = await userOf(ctx, body.ClientID);
      // Callers name the company itself or the one above it.
      if (body.companyID !== undefined && body.companyID !== account.companyId) refuseOtherCompany(ctx, body.companyID);
      const pendingEmail = await kind.update(ctx, { companyId: account.companyId, accountId: account.id }, body);
      return { result: 'success', message: savedText(ctx, 'companies.updated', pendingEmail) };
    },
  }),
  defineRoute({
    id: 'companies.remove-user',
    method: 'DELETE',
    path: '/configuration/user/remove/:companyId/:userId',
    summary: 'Remove a company with its people',
    ability: 'signed-in',
    sensitive: 'people',
    stepUp: true,
    params: T.Object({ companyId: Id, userId: Id }),
    response: T.Object({ ...Done, title: T.String() }),
    async handler(ctx, { params }) {
      const { kind, account } = await userOf(ctx, params.userId);
      if (account.companyId !== params.companyId) throw notFound();
      const name = await kind.remove(ctx, account.companyId, account.id);
      return { result: 'success', title: ctx.t('companies.deleted.title'), message: ctx.t('companies.deleted', { name }) };
    },
  }),
];

const kindOf = (ctx: Ctx, type: string): UserKind | undefined =>
  ctx.contributions(UserKinds).find((kind) => kind.type === (type as UserType));

/** The company in these calls is the caller's own; any other one answers like a missing one. */
function refuseOtherCompany(ctx: Ctx, companyId: number | undefined): void {
  if (companyId !== undefined && companyId !== ctx.tenant.id) throw notFound();
}

/** A person below the caller, or for a kind of the own company beside them, and the rules of their kind. */
async function userOf(ctx: Ctx, accountId: number): Promise<{ kind: UserKind; account: AccountSummary }> {
  const account = await ctx.use(Accounts).find(accountId);
  const kind = account && kindOf(ctx, account.userType);
  if (!account || !kind || (kind.own === true) !== (account.companyId === ctx.tenant.id)) throw notFound();
  return { kind, account };
}
