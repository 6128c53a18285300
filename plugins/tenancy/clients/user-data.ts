import { defineRoute, notFound, type PageGuard, T } from '../../../core/contract.ts';
import { Accounts, type UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { clientFlags } from './client-settings.ts';
import { ClientFlags, UserId } from './clients.schema.ts';
import { settingsOf } from './clients.store.ts';

/** What a client's person is told in `GET /user` of what the agency settled. */
export const clientUserFields: UserFieldsOf = {
  id: 'clients',
  named: ['disable_client_add_campaign'],
  async of(ctx) {
    const settings = ctx.tenant.kind === 'client' ? await settingsOf(ctx, ctx.tenant.id) : undefined;
    return settings ? clientFlags(ctx, ctx.tenant.id, settings) : {};
  },
};

/** The specification's user data read with `only/{id}`. */
export const userDataRoutes = [
  defineRoute({
    id: 'clients.user-data',
    method: 'GET',
    path: '/user/only/:userId',
    summary: "A client's person and what the agency settled for the client",
    ability: 'signed-in',
    params: UserId,
    response: T.Object({
      id: T.Integer(),
      name: T.String(),
      email: T.String(),
      user_type: T.String(),
      company_id: T.Integer(),
      ...T.Partial(ClientFlags).properties,
    }),
    async handler(ctx, { params }) {
      const account = await ctx.use(Accounts).find(params.userId);
      if (!account) throw notFound();
      const settings = await settingsOf(ctx, account.companyId);
      return {
        id: account.id,
        name: account.name,
        email: account.email,
        user_type: account.userType,
        company_id: account.companyId,
        ...(settings ? await clientFlags(ctx, account.companyId, settings) : {}),
      };
    },
  }),
];

/** `{local}/campaign-management` -> `local`. */
const MANAGEMENT = /^\/\{([a-z0-9-]+)\}\/campaign-management(?:-v1)?$/;

/** A client whose agency adds the campaigns has no business on campaign management: it is led to the product's dashboard. */
export const campaignManagementGuard: PageGuard = {
  id: 'clients.add-campaign-guard',
  order: 60,
  async check(ctx, page) {
    const key = MANAGEMENT.exec(page.path)?.[1];
    if (key === undefined || ctx.tenant.kind !== 'client') return null;
    if ((await settingsOf(ctx, ctx.tenant.id))?.may_add_campaigns !== false) return null;
    return { go: `/${ctx.named(key).url}/dashboard`, why: 'clients.guard.add-campaign' };
  },
};
