import { type Ctx, defineRoute, T } from '../../../../core/contract.ts';
import { Google } from '../google.ts';
import { accountOf } from './account.store.ts';
import { beginAuthorization, checkAccount, finishAuthorization, revokeAccount } from './account.service.ts';

export const ACCOUNT_STATES = ['unavailable', 'none', 'ok', 'reauthorise'] as const;
const Said = T.Object({ message: T.String() });

/** How the company's own Google account stands. */
export const standingOf = async (ctx: Ctx) => {
  const row = await accountOf(ctx, ctx.tenant.id);
  const own = row && row.state !== 'revoked' ? row : null;
  const state = own ? own.state : ctx.service(Google) ? 'none' : 'unavailable';
  return {
    state: state as (typeof ACCOUNT_STATES)[number],
    email: own?.email ?? '',
    last_result: own?.last_result ?? '',
    last_at: own?.last_at?.toISOString() ?? null,
  };
};

const checkConnect = defineRoute({
  id: 'connector-google-sheets.check-connect',
  method: 'GET',
  path: '/google-sheets/check-connect',
  summary: 'How the Google account of the own company stands',
  ability: ['read', 'Connection'],
  response: T.Object({
    state: T.Enum([...ACCOUNT_STATES]),
    email: T.String(),
    last_result: T.String(),
    last_at: T.Union([T.String(), T.Null()]),
  }),
  handler: (ctx) => standingOf(ctx),
});

const connect = defineRoute({
  id: 'connector-google-sheets.connect',
  method: 'POST',
  path: '/google-sheets/connect',
  summary: 'Begin to connect a Google account; answers the address at Google to go to',
  ability: ['create', 'Connection'],
  stepUp: true,
  db: 'intent',
  unlogged: 'changes nothing until the person comes back from Google',
  response: T.Object({ leave: T.String() }),
  handler: async (ctx) => ({ leave: await beginAuthorization(ctx) }),
});

const connected = defineRoute({
  id: 'connector-google-sheets.connected',
  method: 'POST',
  path: '/google-sheets/connected',
  summary: 'Finish connecting a Google account with what Google gave the browser',
  ability: ['create', 'Connection'],
  stepUp: true,
  db: 'intent',
  rate: 'integrations.test',
  body: T.Object({ code: T.String({ minLength: 1, maxLength: 2_000 }), state: T.String({ minLength: 1, maxLength: 2_000 }) }),
  response: T.Object({ message: T.String(), go: T.String() }),
  async handler(ctx, { body }) {
    const { email } = await finishAuthorization(ctx, body.code, body.state);
    return { message: ctx.t('connector-google-sheets.connected', { email }), go: '/integrations/google-sheets' };
  },
});

const check = defineRoute({
  id: 'connector-google-sheets.check',
  method: 'POST',
  path: '/google-sheets/check',
  summary: 'Ask Google whether the account is still connected',
  ability: ['update', 'Connection'],
  withoutStepUp: 'reads at Google and changes nothing there',
  unlogged: 'notes how the account stands, which its page shows',
  db: 'intent',
  rate: 'integrations.test',
  response: T.Object({ notice: T.Object({ message: T.String(), type: T.Enum(['success', 'danger']) }) }),
  async handler(ctx) {
    const fault = await checkAccount(ctx);
    const message = fault
      ? ctx.t(`connector-google-sheets.checked.${fault.kind === 'reauthorise' ? 'reauthorise' : 'failed'}`, { response: fault.note })
      : ctx.t('connector-google-sheets.checked');
    return { notice: { message, type: fault ? ('danger' as const) : ('success' as const) } };
  },
});

const revoke = defineRoute({
  id: 'connector-google-sheets.revoke',
  method: 'POST',
  path: '/google-sheets/revoke',
  summary: 'Give up access to the Google account',
  ability: ['delete', 'Connection'],
  stepUp: true,
  db: 'intent',
  response: Said,
  async handler(ctx) {
    const isKnown = await revokeAccount(ctx);
    return { message: ctx.t(isKnown ? 'connector-google-sheets.revoked' : 'connector-google-sheets.revoked.here') };
  },
});

export const accountRoutes = [checkConnect, connect, connected, check, revoke];
