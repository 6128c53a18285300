import { type Ctx, defineRoute, Flag, flagOf, NamesPort, notFound, T } from '../../../core/contract.ts';
import { byId, visible } from './accounts.store.ts';
import { UserFields } from './contract.ts';

const Text = T.Optional(T.String());

/** The logged-in user of the specification. Its further fields come from the plugins that know them. */
const User = T.Object(
  {
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
    leadlocalname: Text,
    leadlocalurl: Text,
    leadlocatorname: Text,
    leadlocatorurl: Text,
    leadenhancename: Text,
    leadenhanceurl: Text,
    leadb2bname: Text,
    leadb2burl: Text,
  },
  { additionalProperties: true },
);
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
];

async function userOf(ctx: Ctx, id: number) {
  const [row, further] = await ctx.together([() => byId(ctx.db, id), async () => (id === ctx.actor.id ? furtherFields(ctx) : {})]);
  const company = row && (await ctx.company(row.company_id));
  if (!row || !company) throw notFound();
  return {
    profile_setup_completed: 'T' as const,
    ...further,
    id: row.id,
    name: row.name,
    email: row.email,
    user_type: row.user_type,
    systemuser: flagOf(id === ctx.actor.id ? ctx.actor.isSystemUser : false),
    rootcomp: flagOf(company.kind === 'root'),
    isViewMode: ctx.viewedBy !== null,
    company_id: company.id,
    company_parent: company.kind === 'root' ? null : company.kind === 'agency' ? company.rootId : company.agencyId,
    company_name: company.name,
    phonenum: row.phone ?? '',
    ...productFields(ctx),
  };
}

/** What other plugins know of the signed-in user. */
async function furtherFields(ctx: Ctx): Promise<Record<string, unknown>> {
  const known = await ctx.together(
    ctx.contributions(UserFields).map(
      ({ of }) =>
        () =>
          of(ctx),
    ),
  );
  return Object.assign({}, ...known) as Record<string, unknown>;
}

/** Name and url segment of each product that is on and offered. */
const productFields = (ctx: Ctx): Record<string, string> =>
  Object.fromEntries(
    ctx
      .use(NamesPort)
      .list()
      .filter(({ isOffered }) => isOffered)
      .flatMap(({ key, name, url }) => [
        [`lead${key}name`, name],
        [`lead${key}url`, url],
      ]),
  );
