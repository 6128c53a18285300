import { definePage, type Action, type MenuDef, type NoticeBlock, type PageExtension, type Source } from '../../../core/contract.ts';

const PROFILE_MENU = 'core.profile';
const email = { from: 'query', field: 'email' } as const;
const challenge = { from: 'query', field: 'challenge' } as const;
const waitsFor: Source = { route: 'accounts.challenge', params: { challenge } };
const self = { userId: { from: 'actor', field: 'id' } } as const;
const factor: Source = { route: 'accounts.second-factor', params: self };
const secret: Source = { route: 'accounts.offer-secret', params: { ...self, companyId: { from: 'actor', field: 'companyId' } } };

const mailCode = (id: Action['id'], title: string): Action => ({
  id,
  title,
  ability: 'public',
  do: { call: 'accounts.resend-code', body: { email, challenge } },
  done: 'accounts.code.sent',
});
const codeHelp = (text: string, when: NoticeBlock['when'], action?: Action): NoticeBlock => ({
  as: 'notice',
  severity: 'neutral',
  stays: true,
  text,
  source: waitsFor,
  ...(when ? { when } : {}),
  ...(action ? { action } : {}),
});

/** Nobody who came here by mistake, or whom this does not help, is left without a way on. */
const wayOn = (id: Action['id'], text: string, title: string, page: 'accounts.login-page' | 'accounts.forgot-page'): NoticeBlock => ({
  as: 'notice',
  severity: 'neutral',
  stays: true,
  text,
  action: { id, title, ability: 'public', do: { page } },
});

export const accountPages = [
  definePage({
    id: 'accounts.login-page',
    roles: ['accounts.sign-in'],
    path: '/login',
    title: 'accounts.login.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      { as: 'form', form: 'accounts.login-form' },
      {
        as: 'notice',
        severity: 'neutral',
        stays: true,
        text: 'accounts.login.forgot',
        action: { id: 'accounts.go-forgot', title: 'accounts.forgot.link', ability: 'public', do: { page: 'accounts.forgot-page' } },
      },
    ],
  }),
  definePage({
    id: 'accounts.verify-page',
    path: '/verify-login',
    title: 'accounts.verify.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      {
        as: 'tabs',
        tabs: [
          {
            id: 'code',
            title: 'accounts.verify.code',
            blocks: [
              { as: 'form', form: 'accounts.verify-form', fixed: { email, challenge } },
              codeHelp(
                'accounts.verify.help',
                { field: 'two_factor_auth_type', is: 'email' },
                mailCode('accounts.resend', 'accounts.verify.resend'),
              ),
              codeHelp('accounts.verify.app', { field: 'two_factor_auth_type', is: 'google' }),
              codeHelp(
                'accounts.verify.no-app',
                { field: 'can_mail', is: true },
                mailCode('accounts.mail-instead', 'accounts.verify.by-mail'),
              ),
            ],
          },
          {
            id: 'recovery',
            title: 'accounts.verify.recovery',
            blocks: [
              { as: 'form', form: 'accounts.recovery-form', fixed: { email, challenge } },
              { as: 'notice', severity: 'neutral', stays: true, text: 'accounts.verify.recovery-help' },
            ],
          },
        ],
      },
      wayOn('accounts.verify-back', 'accounts.verify.other', 'accounts.back', 'accounts.login-page'),
    ],
  }),
  definePage({
    id: 'accounts.choice-page',
    path: '/choose-company/:choice',
    title: 'accounts.choice.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      { as: 'notice', severity: 'neutral', stays: true, text: 'accounts.choice.help' },
      { as: 'form', form: 'accounts.company-form', fixed: { choice: { from: 'path', field: 'choice' } } },
      wayOn('accounts.choice-back', 'accounts.verify.other', 'accounts.back', 'accounts.login-page'),
    ],
  }),
  definePage({
    id: 'accounts.confirm-email-page',
    path: '/confirm-email',
    title: 'accounts.email.confirm-title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'notice', severity: 'neutral', stays: true, text: 'accounts.email.confirm-help' },
      { as: 'form', form: 'accounts.confirm-email-form', fixed: { token: { from: 'query', field: 'token' } } },
      wayOn('accounts.confirm-email-back', 'accounts.email.stale-help', 'accounts.back', 'accounts.login-page'),
    ],
  }),
  definePage({
    id: 'accounts.undo-email-page',
    path: '/undo-email',
    title: 'accounts.email.undo-title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'notice', severity: 'warn', stays: true, text: 'accounts.email.undo-help' },
      { as: 'form', form: 'accounts.undo-email-form', fixed: { token: { from: 'query', field: 'token' } } },
      wayOn('accounts.undo-email-back', 'accounts.email.stale-help', 'accounts.back', 'accounts.login-page'),
    ],
  }),
  definePage({
    id: 'accounts.forgot-page',
    path: '/forgot-password',
    title: 'accounts.forgot.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      { as: 'form', form: 'accounts.forgot-form', after: { page: 'accounts.login-page' } },
      wayOn('accounts.forgot-back', 'accounts.forgot.remembered', 'accounts.back', 'accounts.login-page'),
    ],
  }),
  definePage({
    id: 'accounts.reset-page',
    path: '/reset-password',
    title: 'accounts.reset.title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'form', form: 'accounts.reset-form', fixed: { token: { from: 'query', field: 'token' } } },
      wayOn('accounts.reset-again', 'accounts.reset.stale', 'accounts.reset.again', 'accounts.forgot-page'),
    ],
  }),
  definePage({
    id: 'accounts.keep-factor-page',
    path: '/keep-second-factor',
    title: 'accounts.keep.title',
    ability: 'public',
    layout: 'auth',
    blocks: [
      { as: 'notice', severity: 'warn', stays: true, text: 'accounts.keep.help' },
      { as: 'form', form: 'accounts.keep-factor-form', fixed: { token: { from: 'query', field: 'token' } } },
      wayOn('accounts.keep-back', 'accounts.keep.stale', 'accounts.back', 'accounts.login-page'),
    ],
  }),
  definePage({
    id: 'accounts.password-page',
    path: '/user/change-password',
    title: 'accounts.password.title',
    ability: 'signed-in',
    blocks: [{ as: 'form', form: 'accounts.password-form', fixed: { usrID: { from: 'actor', field: 'id' } } }],
  }),
  definePage({
    id: 'accounts.factor-page',
    path: '/user/two-factor',
    title: 'accounts.factor.title',
    ability: 'signed-in',
    blocks: [
      {
        as: 'view',
        view: 'accounts.two-factor',
        source: factor,
        instead: { as: 'form', form: 'accounts.factor-form', prefill: factor, fixed: self },
      },
    ],
  }),
  definePage({
    id: 'accounts.authenticator-page',
    path: '/user/two-factor/authenticator',
    title: 'accounts.authenticator.title',
    ability: 'signed-in',
    above: { page: 'accounts.factor-page' },
    blocks: [
      {
        as: 'view',
        view: 'accounts.authenticator',
        source: secret,
        instead: {
          as: 'form',
          form: 'accounts.authenticator-form',
          prefill: secret,
          fixed: { ...self, two_factor_auth: { value: true }, two_factor_auth_type: { value: 'google' } },
        },
      },
    ],
  }),
  definePage({
    id: 'accounts.sessions-page',
    path: '/user/sessions',
    title: 'accounts.sessions.title',
    ability: 'signed-in',
    blocks: [
      { as: 'notice', severity: 'neutral', stays: true, text: 'accounts.sessions.help' },
      {
        as: 'table',
        source: { route: 'accounts.sessions' },
        key: 'id',
        columns: [
          { field: 'device', title: 'accounts.sessions.device', as: 'text', narrow: 'first' },
          {
            field: 'state',
            title: 'accounts.sessions.state',
            as: 'state',
            states: {
              this: { title: 'accounts.sessions.this', severity: 'good' },
              other: { title: 'accounts.sessions.other', severity: 'neutral' },
            },
          },
          { field: 'ip', title: 'accounts.sessions.ip', as: 'text' },
          { field: 'place', title: 'accounts.sessions.place', as: 'text', narrow: 'hide' },
          { field: 'created_at', title: 'accounts.sessions.created', as: 'time', narrow: 'hide' },
          { field: 'last_seen', title: 'accounts.sessions.seen', as: 'time' },
        ],
        row: {
          actions: [
            {
              id: 'accounts.end-session-action',
              title: 'accounts.sessions.end',
              icon: 'logout',
              emphasis: 'danger',
              ability: 'signed-in',
              when: { field: 'current', is: false },
              do: { call: 'accounts.end-session', params: { sessionId: { from: 'row', field: 'id' } } },
              confirm: { title: 'accounts.sessions.end', body: 'accounts.sessions.end-body', button: 'accounts.sessions.end' },
              after: 'remove-row',
            },
          ],
        },
        add: {
          id: 'accounts.end-others-action',
          title: 'accounts.sessions.end-others',
          icon: 'logout',
          ability: 'signed-in',
          do: { call: 'accounts.end-other-sessions' },
          confirm: {
            title: 'accounts.sessions.end-others',
            body: 'accounts.sessions.end-others-body',
            button: 'accounts.sessions.end-others',
          },
          after: 'reload',
        },
        empty: { title: 'accounts.sessions.none' },
      },
    ],
  }),
];

const resetFactor: Action = {
  id: 'accounts.reset-factor-action',
  title: 'accounts.reset-factor.title',
  icon: 'shield-x',
  emphasis: 'danger',
  ability: ['reset-factor', 'Account'],
  when: { field: 'may_reset_factor', is: 'T' },
  do: { call: 'accounts.reset-factor', params: { userId: { from: 'row', field: 'id' } } },
  confirm: { title: 'accounts.reset-factor.confirm', body: 'accounts.reset-factor.body', button: 'accounts.reset-factor.button' },
  after: 'reload',
};

const waits = { ability: ['update', 'Account'], when: { field: 'email_waits', is: 'T' }, after: 'reload' } as const;
const resendEmail: Action = {
  ...waits,
  id: 'accounts.resend-email-action',
  title: 'accounts.email.resend',
  icon: 'mail-forward',
  do: { call: 'accounts.resend-email', params: { userId: { from: 'row', field: 'id' } } },
};
const cancelEmail: Action = {
  ...waits,
  id: 'accounts.cancel-email-action',
  title: 'accounts.email.cancel',
  icon: 'mail-off',
  do: { call: 'accounts.cancel-email', params: { userId: { from: 'row', field: 'id' } } },
};

/** Lists of people, wherever they are: their rows say of whom it may be asked. */
/** The own profile says what waits, and offers the same. */
const ownEmail: NoticeBlock = {
  as: 'notice',
  severity: 'warn',
  text: 'accounts.email.waits',
  source: { route: 'accounts.waiting-email' },
  when: waits.when,
  stays: true,
  action: resendEmail,
  other: cancelEmail,
};

export const accountExtensions: PageExtension[] = [
  { role: 'accounts.list', order: 90, blocks: [], actions: [resendEmail, cancelEmail, resetFactor] },
  { role: 'accounts.own', order: -10, blocks: [ownEmail] },
];

const entry = (id: MenuDef['id'], page: MenuDef['page'] & string, title: string, icon: string, order: number, as?: 'modal'): MenuDef => ({
  id,
  parent: PROFILE_MENU,
  title,
  icon,
  order,
  ability: 'signed-in',
  page,
  ...(as ? { as } : {}),
});

export const accountMenu: MenuDef[] = [
  entry('accounts.password-entry', 'accounts.password-page', 'accounts.password.title', 'lock', 70, 'modal'),
  entry('accounts.factor-entry', 'accounts.factor-page', 'accounts.factor.title', 'shield-lock', 80, 'modal'),
  entry('accounts.sessions-entry', 'accounts.sessions-page', 'accounts.sessions.title', 'device-laptop', 85),
];
