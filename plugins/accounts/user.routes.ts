import { type Ctx, defineRoute, notFound, T } from '../../core/contract.ts';
import { byId, credentialOf, setSecondFactor, summaryOf, visible } from './accounts.store.ts';
import { accountsOf } from './accounts.service.ts';

const Flag = T.Enum(['T', 'F']);
const flag = (on: boolean): 'T' | 'F' => (on ? 'T' : 'F');

/** The logged-in user of the specification, as far as it stands by now. */
const User = T.Object({
  id: T.Integer(),
  name: T.String(),
  email: T.String(),
  user_type: T.String(),
  systemuser: Flag,
  rootcomp: Flag,
  isViewMode: T.Boolean(),
  company_id: T.Integer(),
  company_parent: T.Union([T.Integer(), T.Null()]),
  company_name: T.String(),
  phonenum: T.String(),
  profile_setup_completed: Flag,
  leadlocalname: T.Optional(T.String()),
  leadlocalurl: T.Optional(T.String()),
});
const TwoFactor = T.Object({ two_factor_auth: T.Boolean(), two_factor_auth_type: T.String() });
const UserId = T.Object({ userId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

export const userRoutes = [
  defineRoute({
    id: 'accounts.me',
    method: 'GET',
    path: '/user',
    summary: 'The signed-in user',
    ability: 'signed-in',
    response: User,
    handler: (ctx) => userOf(ctx, ctx.actor.id),
  }),
  defineRoute({
    id: 'accounts.user',
    method: 'GET',
    path: '/user/:userId',
    summary: 'A user one may see',
    ability: ['read', 'Account'],
    params: UserId,
    response: User,
    async handler(ctx, { params }) {
      if (!(await visible(ctx, params.userId))) throw notFound();
      return userOf(ctx, params.userId);
    },
  }),
  defineRoute({
    id: 'accounts.profile',
    method: 'GET',
    path: '/profile',
    summary: "One's own profile, for the form",
    ability: 'signed-in',
    response: T.Object({ name: T.String(), email: T.String(), phone: T.String() }),
    async handler(ctx) {
      const { name, email, phone } = summaryOf((await byId(ctx.db, ctx.actor.id))!);
      return { name, email, phone };
    },
  }),
  defineRoute({
    id: 'accounts.save-profile',
    method: 'PUT',
    path: '/profile',
    summary: "Change one's own profile",
    ability: ['update', 'Account'],
    audit: 'accounts.profile-changed',
    body: T.Object({
      name: T.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
      phone: T.Optional(T.String({ maxLength: 30, pattern: '^[+0-9 ()./-]*$' })),
    }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await accountsOf(ctx).update(ctx.actor.id, { name: body.name, ...(body.phone === undefined ? {} : { phone: body.phone }) });
      return { message: ctx.t('accounts.profile.saved') };
    },
  }),
  defineRoute({
    id: 'accounts.second-factor',
    method: 'GET',
    path: '/setting/twofactorauth/:userId',
    summary: "One's own second factor",
    ability: 'signed-in',
    params: UserId,
    response: TwoFactor,
    async handler(ctx, { params }) {
      if (params.userId !== ctx.actor.id) throw notFound();
      const type = (await credentialOf(ctx.db, ctx.actor.id))?.second_factor ?? 'none';
      return { two_factor_auth: type !== 'none', two_factor_auth_type: type };
    },
  }),
  defineRoute({
    id: 'accounts.save-second-factor',
    method: 'PUT',
    path: '/setting/twofactorauth/:userId',
    summary: "Switch one's own second factor",
    ability: 'signed-in',
    stepUp: true,
    audit: 'accounts.second-factor-changed',
    params: UserId,
    body: T.Object({ two_factor_auth: T.Boolean(), two_factor_auth_type: T.Enum(['email', 'none']) }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      if (params.userId !== ctx.actor.id) throw notFound();
      const type = body.two_factor_auth ? body.two_factor_auth_type : 'none';
      await setSecondFactor(ctx.db, ctx.actor.id, type);
      await ctx.mail({
        to: ctx.actor.email,
        subject: 'accounts.mail.factor.subject',
        text: `accounts.mail.factor.${type}`,
        params: { name: ctx.actor.name },
      });
      return { message: ctx.t('accounts.factor.saved') };
    },
  }),
];

async function userOf(ctx: Ctx, id: number) {
  const row = await byId(ctx.db, id);
  const company = row && (await ctx.company(row.company_id));
  if (!row || !company) throw notFound();
  const local = nameOf(ctx, 'local');
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    user_type: row.user_type,
    systemuser: flag(id === ctx.actor.id ? ctx.actor.isSystemUser : false),
    rootcomp: flag(company.kind === 'root'),
    isViewMode: ctx.viewedBy !== null,
    company_id: company.id,
    company_parent: company.kind === 'root' ? null : company.kind === 'agency' ? company.rootId : company.agencyId,
    company_name: company.name,
    phonenum: row.phone ?? '',
    profile_setup_completed: 'T' as const,
    ...(local ? { leadlocalname: local.name, leadlocalurl: local.url } : {}),
  };
}

/** A product's name, where the product is installed. */
function nameOf(ctx: Ctx, key: string): { name: string; url: string } | null {
  try {
    return ctx.named(key);
  } catch {
    return null;
  }
}
