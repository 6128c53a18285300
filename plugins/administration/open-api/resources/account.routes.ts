import { type Ctx, defineRoute, T } from '../../../../core/contract.ts';

/** Who asks. */
const whose = async (ctx: Ctx) => ({
  company: { id: ctx.tenant.id, name: ctx.tenant.name },
  acts_as: ctx.actor.name,
  mode: ctx.program?.sandbox ? ('sandbox' as const) : ('live' as const),
  scopes: [...(ctx.program?.scopes ?? [])],
});

const account = defineRoute({
  id: 'open-api.account',
  method: 'GET',
  path: '/v1/account',
  summary: 'Get the account of the token',
  ability: ['read', 'ApiEvent'],
  programs: { scope: null, group: 'Account', description: 'Good for trying a token out.', sandbox: whose },
  response: T.Object({
    company: T.Object({ id: T.Integer({ examples: [12] }), name: T.String({ examples: ['Northside Media'] }) }),
    acts_as: T.String({ examples: ['Dana Cole'], description: 'The person who created the key, whose rights it has' }),
    mode: T.Enum(['live', 'sandbox'], { examples: ['sandbox'] }),
    scopes: T.Array(T.String(), { examples: [['events:read', 'leads:read']] }),
  }),
  handler: whose,
});

export const accountRoutes = [account];
