import { definePage, type MenuDef } from '../../core/contract.ts';

const PROFILE_MENU = 'core.profile';

export const accountPages = [
  definePage({
    id: 'accounts.login-page',
    path: '/login',
    title: 'accounts.login.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      { as: 'form', form: 'accounts.login-form' },
      {
        as: 'notice',
        tone: 'neutral',
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
      { as: 'form', form: 'accounts.verify-form', fixed: { email: { from: 'query', field: 'email' } } },
      {
        as: 'notice',
        tone: 'neutral',
        stays: true,
        text: 'accounts.verify.help',
        action: {
          id: 'accounts.resend',
          title: 'accounts.verify.resend',
          ability: 'public',
          do: { call: 'accounts.resend-code', body: { email: { from: 'query', field: 'email' } } },
          done: 'accounts.code.sent',
        },
      },
    ],
  }),
  definePage({
    id: 'accounts.forgot-page',
    path: '/forgot-password',
    title: 'accounts.forgot.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [{ as: 'form', form: 'accounts.forgot-form', after: { page: 'accounts.login-page' } }],
  }),
  definePage({
    id: 'accounts.reset-page',
    path: '/reset-password',
    title: 'accounts.reset.title',
    ability: 'public',
    layout: 'auth',
    blocks: [{ as: 'form', form: 'accounts.reset-form', fixed: { token: { from: 'query', field: 'token' } } }],
  }),
  definePage({
    id: 'accounts.profile-page',
    path: '/user/profile',
    title: 'accounts.profile.title',
    ability: 'signed-in',
    blocks: [
      {
        as: 'tabs',
        tabs: [
          {
            id: 'profile',
            title: 'accounts.profile.title',
            blocks: [{ as: 'form', form: 'accounts.profile-form', prefill: { route: 'accounts.profile' }, after: 'reload' }],
          },
          { id: 'password', title: 'accounts.password.title', blocks: [{ as: 'form', form: 'accounts.password-form' }] },
        ],
      },
    ],
  }),
];

export const accountMenu: MenuDef[] = [
  {
    id: 'accounts.profile-entry',
    parent: PROFILE_MENU,
    title: 'accounts.profile.title',
    icon: 'user',
    order: 10,
    ability: 'signed-in',
    page: 'accounts.profile-page',
  },
];
