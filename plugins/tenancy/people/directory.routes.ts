import { containing, type Ctx, defineRoute, denied, notFound, T } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Ignored = T.Optional(T.String({ maxLength: 200 }));
const MOST = 1_000;
/** `userType` of the user log's filter; whatever else is sent means everybody. */
const KINDS: Record<string, string> = { root: 'root', admin: 'agency', client: 'client' };
const TITLES: Record<string, string> = { root: 'people.kind.enterprise', agency: 'people.kind.admin', client: 'people.kind.client' };

/** Finding people whatever company below they belong to. */
export const directoryRoutes = [
  defineRoute({
    id: 'people.resend-invitation',
    method: 'POST',
    path: '/configuration/user/resendinvitation',
    summary: 'Mail somebody the invitation again',
    ability: ['update', 'Account'],
    stepUp: true,
    rate: 'people.invitations',
    body: T.Object({
      ClientID: T.Optional(Id),
      userID: T.Optional(Id),
      usrID: T.Optional(Id),
      companyID: T.Optional(Id),
      idsys: Ignored,
    }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const account = await ctx.use(Accounts).find(body.ClientID ?? body.userID ?? body.usrID ?? 0);
      if (!account || account.id === ctx.actor.id) throw notFound();
      if (body.companyID !== undefined && body.companyID !== account.companyId && body.companyID !== ctx.tenant.id) throw notFound();
      await ctx.use(Accounts).invite(account.id);
      return { result: 'success', message: ctx.t('people.invited', { email: account.email }) };
    },
  }),
  defineRoute({
    id: 'people.show-users',
    method: 'POST',
    path: '/configuration/user/show-user',
    summary: 'People of a company and of those below it',
    ability: 'signed-in',
    viewMode: 'allow',
    unlogged: 'reads only; the specification asks by POST',
    body: T.Object({
      companyID: Id,
      userType: T.Optional(T.Union([T.String({ maxLength: 30 }), T.Integer()])),
      searchUser: T.Optional(T.String({ maxLength: 100 })),
    }),
    response: T.Object({
      users: T.Array(
        T.Object({ id: T.Integer(), name: T.String(), email: T.String(), company_name: T.String(), type_user_tx: T.String() }),
      ),
    }),
    async handler(ctx, { body }) {
      if (!ctx.can('read', 'Directory')) throw denied();
      if (!(await ctx.company(body.companyID))) throw notFound();
      return { users: await peopleBelow(ctx, body.companyID, KINDS[String(body.userType ?? '')] ?? null, body.searchUser?.trim() ?? '') };
    },
  }),
];

export const directoryRates = [{ id: 'people.invitations' as const, points: 30, seconds: 3600, by: 'account' as const }];

async function peopleBelow(ctx: Ctx, companyId: number, kind: string | null, search: string) {
  const found = ctx
    .query('Account')
    .join('core_public_company as t', 't.id', 'core_public_account.company_id')
    .whereNull('core_public_account.removed_at')
    .whereNull('t.removed_at')
    .where((q) => void q.where('t.id', companyId).orWhere('t.agency_id', companyId).orWhere('t.root_id', companyId));
  if (kind) found.where('t.kind', kind);
  if (search) found.where(containing(['core_public_account.name_key', 'core_public_account.email_key', 't.name_key'], search));
  const rows = (await found
    .orderBy(['core_public_account.name_key', 'core_public_account.id'])
    .limit(MOST)
    .select('core_public_account.id', 'core_public_account.name', 'core_public_account.email', 't.name as company_name', 't.kind')) as {
    id: number;
    name: string;
    email: string;
    company_name: string;
    kind: string;
  }[];
  return rows.map(({ kind: of, ...row }) => ({ ...row, type_user_tx: ctx.t(TITLES[of]!) }));
}
