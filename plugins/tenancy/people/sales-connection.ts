import { type Ctx, defineRoute, Flag, flagOf, type PageGuard, T } from '../../../core/contract.ts';
import { isExecutive } from './people.store.ts';
import { SetupChecks, type SetupState } from '../profile/contract.ts';

type Connected = SetupState['accountConnected'];
const STATES: readonly Connected[] = ['completed', 'pending', 'inverification', 'failed', 'empty'];

/** How the actor's account stands with the payment provider; where nobody knows, nothing stands in the way. */
export async function connectionOf(ctx: Ctx): Promise<Connected> {
  let state: Connected = 'completed';
  for (const check of [...ctx.contributions(SetupChecks)].sort((a, b) => a.order - b.order))
    state = (await check.of(ctx)).accountConnected ?? state;
  return state;
}

export const connectionRoutes = [
  defineRoute({
    id: 'people.sales-connection',
    method: 'GET',
    path: '/sales-connection',
    summary: "How a sales person's account stands with the payment provider",
    ability: ['read', 'SalesConnection'],
    response: T.Object({ accountConnected: T.Enum([...STATES]), isAccExecutive: Flag }),
    handler: async (ctx) => ({
      accountConnected: await connectionOf(ctx),
      isAccExecutive: flagOf(await isExecutive(ctx)),
    }),
  }),
];

/** Sales people work once their account is connected; until then the configuration leads to where they see what is missing. */
export const connectionGuard: PageGuard = {
  id: 'people.connection-guard',
  order: 50,
  async check(ctx, page) {
    if (ctx.actor.userType !== 'sales' || page.id === 'people.connect' || !page.path.startsWith('/configuration/')) return null;
    if ((await connectionOf(ctx)) !== 'completed') return { go: '/configuration/sales-connect-account', why: 'people.guard.connect' };
    // The agencies they look after are for all of them, the rest for account executives.
    const ofAgencies = ['companies.agency-list', 'companies.agency'].some((role) => page.roles?.includes(role));
    return ofAgencies || (await isExecutive(ctx)) ? null : 'missing';
  },
};
