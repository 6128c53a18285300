import { type Ctx, defineRoute, SessionsPort, T } from '../../../core/contract.ts';
import { refuseForeignClaims } from './claims.ts';
import { choicesOf, chooseCompany } from './company-choice.ts';
import { admitByPassword, login, type LoginResult, refused, stillWelcome } from './login.service.ts';
import { choicePage, codePage } from './sign-in.pages.ts';
import { Claims, Code, Email, Message, Password } from './sign-in.schema.ts';
import { challengeState, resendCode, verifyLogin } from './verify.service.ts';

const ChallengeId = T.String({ pattern: '^[0-9a-f-]{36}$', maxLength: 36 });
const ChoiceToken = T.String({ minLength: 20, maxLength: 100 });
/** A session, or what is asked before there is one. */
const SignedIn = T.Object({
  access_token: T.Optional(T.String()),
  go: T.Optional(T.String()),
  message: T.Optional(T.String()),
  challenge: T.Optional(T.String()),
  two_factor_auth_type: T.Optional(T.String()),
  /** The password is right at several companies of the host: `POST /login/company` says which one is meant. */
  choice: T.Optional(T.String()),
  companies: T.Optional(T.Array(T.Object({ id: T.Integer(), name: T.String() }))),
});

function answerOf(ctx: Ctx, result: LoginResult) {
  if ('access_token' in result) return result;
  if ('choice' in result) return { ...result, go: choicePage(result.choice) };
  const { challenge, email, type } = result;
  return {
    challenge,
    two_factor_auth_type: type,
    message: ctx.t(type === 'email' ? 'accounts.code.sent' : 'accounts.code.from-app'),
    go: codePage(email, challenge),
  };
}

export const signInRoutes = [
  defineRoute({
    id: 'accounts.login',
    method: 'POST',
    path: '/login',
    summary: 'Sign in with e-mail and password',
    ability: 'public',
    spends: ['password hashing', 'mail', 'rows'],
    limits:
      'ten wrong passwords for a name in 15 minutes, 100 a day, devices that signed in before counted apart; one mail an hour about it, five links or codes; four hashes at a time and 64 waiting in a process',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'failures and sign-ins are logged with the account they concern',
    device: true,
    rate: 'accounts.by-address',
    body: T.Object({ username: Email, password: Password, ...Claims }),
    response: SignedIn,
    async handler(ctx, { body }) {
      await refuseForeignClaims(ctx, body);
      return answerOf(ctx, await login(ctx, body.username, body.password, body.gtoken));
    },
  }),
  defineRoute({
    id: 'accounts.choose-company',
    method: 'POST',
    path: '/login/company',
    summary: 'Say which company is meant, after a right password that fits several',
    ability: 'public',
    spends: [],
    limits: 'only after a right password',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'sign-ins are logged with the account they concern',
    device: true,
    rate: 'accounts.by-address',
    body: T.Object({ choice: ChoiceToken, company: T.Union([T.Integer(), T.String({ pattern: '^[0-9]{1,10}$', maxLength: 10 })]) }),
    response: SignedIn,
    async handler(ctx, { body }) {
      const found = await ctx.transaction(async (tx) => stillWelcome(tx, await chooseCompany(tx, body.choice, Number(body.company))));
      if (!found) throw refused();
      return answerOf(ctx, await admitByPassword(ctx, found.account, found.credential));
    },
  }),
  defineRoute({
    id: 'accounts.company-options',
    method: 'GET',
    path: '/login/company/:choice',
    summary: 'The companies to choose from after a right password',
    ability: 'public',
    spends: [],
    scope: 'host',
    anyAal: true,
    rate: 'accounts.by-address',
    params: T.Object({ choice: ChoiceToken }),
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async (ctx, { params }) => ({
      options: (await choicesOf(ctx, params.choice)).map(({ id, name }) => ({ value: String(id), label: name })),
    }),
  }),
  defineRoute({
    id: 'accounts.verify-login',
    method: 'POST',
    path: '/verifylogin',
    summary: 'Complete a sign-in by a code',
    ability: 'public',
    spends: [],
    limits: 'five tries of a code, 30 wrong ones a day for an account',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'sign-ins are logged with the account they concern',
    device: true,
    rate: 'accounts.by-address',
    body: T.Object({ email: Email, code: Code, challenge: T.Optional(ChallengeId) }),
    response: T.Object({ result: T.String(), rows: T.Object({ access_token: T.String() }) }),
    handler: async (ctx, { body }) => ({
      result: 'success',
      rows: { access_token: await verifyLogin(ctx, body.email, body.code, body.challenge) },
    }),
  }),
  defineRoute({
    id: 'accounts.challenge',
    method: 'GET',
    path: '/verifylogin/:challenge',
    summary: 'Which code a sign-in under way waits for',
    ability: 'public',
    spends: [],
    scope: 'host',
    anyAal: true,
    rate: 'accounts.by-address',
    params: T.Object({ challenge: ChallengeId }),
    response: T.Object({ two_factor_auth_type: T.String(), can_mail: T.Boolean() }),
    handler: (ctx, { params }) => challengeState(ctx, params.challenge),
  }),
  defineRoute({
    id: 'accounts.resend-code',
    method: 'POST',
    path: '/resendcode',
    summary: 'Send the sign-in code again',
    ability: 'public',
    spends: ['mail'],
    limits: 'a code a minute and five an hour to an account, known devices counted apart',
    scope: 'host',
    db: 'intent',
    anyAal: true,
    unlogged: 'a mail and nothing else',
    device: true,
    rate: 'accounts.by-address',
    body: T.Object({ email: Email, companyrootid: Claims.companyrootid, challenge: T.Optional(ChallengeId) }),
    response: T.Object({ ...Message.properties, go: T.Optional(T.String()) }),
    async handler(ctx, { body }) {
      const challenge = await resendCode(ctx, body.email, body.challenge);
      return {
        result: 'success',
        message: ctx.t('accounts.code.sent'),
        ...(challenge ? { go: codePage(body.email, challenge) } : {}),
      };
    },
  }),
  defineRoute({
    id: 'accounts.logout',
    method: 'POST',
    path: '/logout',
    summary: 'End this session',
    ability: 'signed-in',
    viewMode: 'allow',
    anyAal: true,
    clearsCache: true,
    response: T.Object({ go: T.String() }),
    async handler(ctx) {
      await ctx.audit({ action: 'accounts.signed-out', description: 'Signed out' });
      if (ctx.sessionId) await ctx.use(SessionsPort).endWithParent(ctx.sessionId);
      return { go: '/login' };
    },
  }),
];

export const signInRates = [
  { id: 'accounts.by-address' as const, points: 60, seconds: 900, by: 'device' as const },
  { id: 'accounts.by-account' as const, points: 10, seconds: 900, by: 'account' as const },
];
