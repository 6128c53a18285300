import { definePage, type MenuDef, type NoticeBlock, type Source } from '../../../core/contract.ts';

const sent: Source = { route: 'registration.offer', params: { referralCode: { from: 'path', field: 'referralCode' } } };
const referral = (is: string, severity: NoticeBlock['severity'], text: string): NoticeBlock => ({
  as: 'notice',
  severity,
  stays: true,
  text,
  source: sent,
  when: { field: 'referral', is },
});

export const registrationPages = [
  definePage({
    id: 'registration.page',
    path: '/register',
    title: 'registration.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      { as: 'form', form: 'registration.form' },
      {
        as: 'notice',
        severity: 'neutral',
        stays: true,
        text: 'registration.known',
        action: { id: 'registration.go-sign-in', title: 'registration.sign-in', ability: 'public', do: { page: 'accounts.login-page' } },
      },
      {
        as: 'notice',
        severity: 'neutral',
        stays: true,
        text: 'registration.agency.invite',
        source: { route: 'registration.offer' },
        when: { field: 'agencies', is: true },
        action: {
          id: 'registration.go-agency',
          title: 'registration.agency.link',
          ability: 'public',
          do: { page: 'registration.agency-page' },
        },
      },
    ],
  }),
  definePage({
    id: 'registration.agency-page',
    path: '/agency-register/:referralCode?',
    title: 'registration.agency.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      referral('known', 'good', 'registration.agency.sent-by'),
      referral('unknown', 'warn', 'registration.problem.unknown-code'),
      { as: 'form', form: 'registration.agency-form', prefill: sent, fixed: { userType: { value: 'userdownline' } } },
      {
        as: 'notice',
        severity: 'neutral',
        stays: true,
        text: 'registration.known',
        action: {
          id: 'registration.agency-go-sign-in',
          title: 'registration.sign-in',
          ability: 'public',
          do: { page: 'accounts.login-page' },
        },
      },
    ],
  }),
  definePage({
    id: 'registration.own-link-page',
    path: '/user/referral-link',
    title: 'registration.own-link.title',
    ability: ['read', 'ReferralLink'],
    blocks: [
      {
        as: 'code',
        title: 'registration.own-link.title',
        help: 'registration.own-link.help',
        source: { route: 'registration.own-link' },
        field: 'link',
      },
    ],
  }),
];

export const registrationMenu: MenuDef[] = [
  {
    id: 'registration.own-link-entry',
    parent: 'core.profile',
    title: 'registration.own-link.title',
    icon: 'link',
    order: 65,
    ability: ['read', 'ReferralLink'],
    page: 'registration.own-link-page',
    as: 'modal',
  },
];
