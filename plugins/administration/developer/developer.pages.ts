import { type Binding, type Block, definePage, type MenuDef, type PageExtension, type PageGuard } from '../../../core/contract.ts';
import { AGREEMENT, isOffered } from './developer.service.ts';

const OWN: Record<string, Binding> = { company_id: { from: 'actor', field: 'companyId' } };
const text: Record<string, Binding> = { name: { value: AGREEMENT } };

/** The text, and below it the tick without which nothing goes on. */
const agreement: Block[] = [
  { as: 'document', source: { route: 'agreements.document-file', params: text } },
  {
    as: 'form',
    form: 'developer.agree-form',
    prefill: { route: 'agreements.document-file', params: text },
    fixed: {
      ...OWN,
      user_id: { from: 'actor', field: 'id' },
      company_name: { from: 'actor', field: 'companyName' },
      location_menu: { value: 'Developer' },
      document_type: { value: AGREEMENT },
    },
    after: 'reload',
    failed: 'developer.problem.save',
  },
];

const keys: Block = {
  as: 'table',
  key: 'client_id',
  source: { route: 'developer.keys' },
  columns: [
    { field: 'name', title: 'developer.key.name', as: 'text', narrow: 'first' },
    {
      field: 'mode',
      title: 'developer.key.mode',
      as: 'state',
      states: {
        live: { title: 'developer.key.mode.live', severity: 'good' },
        sandbox: { title: 'developer.key.mode.sandbox', severity: 'info' },
      },
    },
    { field: 'client_id', title: 'developer.key.client_id', as: 'code', narrow: 'hide' },
    { field: 'access', title: 'developer.key.scopes', as: 'text', narrow: 'hide' },
    { field: 'person', title: 'developer.key.person', as: 'text', narrow: 'hide' },
    { field: 'secret_key', title: 'developer.key.secret_key', as: 'text' },
    {
      field: 'state',
      title: 'developer.key.state',
      as: 'state',
      states: {
        active: { title: 'developer.key.state.active', severity: 'good' },
        suspended: { title: 'developer.key.state.suspended', severity: 'warn' },
        revoked: { title: 'developer.key.state.revoked', severity: 'neutral' },
      },
    },
    { field: 'used_at', title: 'developer.key.used', as: 'time', narrow: 'hide' },
  ],
  row: {
    actions: [
      {
        id: 'developer.revoke',
        title: 'developer.key.revoke',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['delete', 'ApiKey'],
        when: { field: 'state', is: 'active' },
        do: { call: 'developer.revoke-key', params: { client_id: { from: 'row', field: 'client_id' } } },
        confirm: {
          title: 'developer.key.revoke.title',
          body: 'developer.key.revoke.body',
          button: 'developer.key.revoke',
          final: true,
        },
        after: 'reload',
      },
    ],
  },
  add: {
    id: 'developer.generate',
    title: 'developer.key.generate',
    icon: 'key',
    emphasis: 'primary',
    ability: ['create', 'ApiKey'],
    do: { form: 'developer.key-form', as: 'under', fixed: { email: { from: 'actor', field: 'email' } } },
    after: 'reload',
  },
  empty: { title: 'developer.key.empty', help: 'developer.key.empty.help' },
};

export const developerPages = [
  definePage({
    id: 'developer.page',
    roles: ['developer.mode'],
    path: '/user/developer',
    title: 'developer.page.title',
    ability: ['read', 'ApiKey'],
    blocks: [
      {
        as: 'notice',
        severity: 'warn',
        text: 'developer.notice.agree',
        source: { route: 'developer.agreement', params: OWN },
        when: { field: 'state', is: 'agree' },
        stays: true,
      },
      {
        as: 'notice',
        severity: 'info',
        text: 'developer.notice.pay',
        source: { route: 'developer.agreement', params: OWN },
        when: { field: 'state', is: 'pay' },
        stays: true,
      },
      {
        as: 'detail',
        title: 'developer.page.mode',
        source: { route: 'developer.agreement', params: OWN },
        fields: [
          {
            field: 'state',
            title: 'developer.page.state',
            as: 'state',
            states: {
              off: { title: 'developer.state.off', severity: 'neutral' },
              agree: { title: 'developer.state.agree', severity: 'warn' },
              pay: { title: 'developer.state.pay', severity: 'warn' },
              ready: { title: 'developer.state.ready', severity: 'good' },
            },
          },
          { field: 'first_time_charge_text', title: 'developer.terms.first_time_charge', as: 'text' },
          { field: 'minimum_spend_max_text', title: 'developer.terms.minimum_spend_max', as: 'text' },
          { field: 'minimum_spend_amount_texts', title: 'developer.terms.ramp', as: 'tags' },
        ],
        actions: [
          {
            id: 'developer.read-agreement',
            title: 'developer.agree.action',
            icon: 'file-text',
            emphasis: 'primary',
            ability: ['agree', 'ApiKey'],
            when: { field: 'state', is: 'agree' },
            do: { open: agreement, as: 'modal' },
          },
          {
            id: 'developer.api-key',
            title: 'developer.key.title',
            icon: 'key',
            emphasis: 'primary',
            ability: ['read', 'ApiKey'],
            when: { field: 'state', in: ['pay', 'ready'] },
            do: { open: [{ as: 'notice', severity: 'info', text: 'developer.key.notice', stays: true }, keys], as: 'modal' },
          },
        ],
      },
    ],
  }),
  definePage({
    id: 'developer.sso-page',
    path: '/sso',
    title: 'developer.sso.title',
    ability: 'public',
    layout: 'auth',
    guest: true,
    blocks: [
      { as: 'notice', severity: 'info', text: 'developer.sso.help', stays: true },
      {
        as: 'form',
        form: 'developer.sso-form',
        fixed: { subdomain: { from: 'query', field: 'subdomain' }, token: { from: 'query', field: 'token' } },
      },
      {
        as: 'notice',
        severity: 'neutral',
        stays: true,
        text: 'developer.sso.instead',
        action: { id: 'developer.sso-sign-in', title: 'developer.sso.sign-in', ability: 'public', do: { page: 'accounts.login-page' } },
      },
    ],
  }),
];

/** For whom the mode is off, or who has still to set up their payments, the page and its menu entry do not exist. */
export const developerGuard: PageGuard = {
  id: 'developer.offered',
  order: 50,
  check: async (ctx, page) => (page.id !== 'developer.page' || (await isOffered(ctx)) ? null : 'missing'),
};

export const developerMenu: MenuDef[] = [
  {
    id: 'developer.menu',
    parent: 'core.profile',
    title: 'developer.page.title',
    icon: 'code',
    order: 50,
    ability: ['read', 'ApiKey'],
    page: 'developer.page',
  },
];

const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };

/** On the list of agencies, operators say what the mode costs an agency, and note a fee that was paid otherwise. */
export const agencyTerms: PageExtension = {
  role: 'companies.agency-list',
  order: 60,
  blocks: [],
  actions: [
    {
      id: 'developer.edit-terms',
      title: 'developer.terms.title',
      icon: 'code',
      group: 'core.group.developer',
      ability: ['update', 'DeveloperMode'],
      do: {
        form: 'developer.terms-form',
        as: 'modal',
        prefill: { route: 'developer.terms-of', params: company },
        fixed: company,
      },
    },
    {
      id: 'developer.settle-fee',
      title: 'developer.settle.action',
      icon: 'receipt-2',
      group: 'core.group.developer',
      ability: ['update', 'DeveloperMode'],
      when: { field: 'is_marketing_services_agreement_developer', is: 'T' },
      do: { call: 'developer.settle', params: company },
      confirm: { title: 'developer.settle.title', body: 'developer.settle.body', button: 'developer.settle.action', final: true },
      after: 'reload',
    },
  ],
};
