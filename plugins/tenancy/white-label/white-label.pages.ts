import { type Action, type Block, definePage, type MenuDef } from '../../../core/contract.ts';
import { launchChecklist } from '../../foundation/launch/shared.ts';

const theme = { route: 'white-label.theme-read' } as const;
const addresses = { route: 'white-label.addresses' } as const;
const server = { route: 'white-label.smtp' } as const;

const resetTheme: Action = {
  id: 'white-label.reset-look',
  title: 'white-label.theme.reset.title',
  icon: 'refresh',
  ability: ['update', 'Branding'],
  do: { call: 'white-label.reset-theme' },
  confirm: { title: 'white-label.theme.reset.title', body: 'white-label.theme.reset.body', button: 'white-label.theme.reset.button' },
  after: 'reload',
};

const look: Block[] = [
  { as: 'form', title: 'white-label.theme-form.title', form: 'white-label.theme-form', prefill: theme, after: 'reload' },
  {
    as: 'view',
    view: 'brand-preview',
    instead: { as: 'notice', severity: 'info', text: 'white-label.preview.instead' },
  },
  { as: 'notice', severity: 'neutral', text: 'white-label.theme.reset.hint', action: resetTheme, stays: true },
];

const logo: Block[] = [
  {
    as: 'notice',
    severity: 'neutral',
    text: 'white-label.logo.none',
    source: { route: 'white-label.logo' },
    when: { field: 'has_logo', is: false },
  },
  { as: 'form', title: 'white-label.logo-form.title', form: 'white-label.logo-form', after: 'reload' },
  {
    as: 'detail',
    source: { route: 'white-label.logo' },
    fields: [
      {
        field: 'has_logo',
        title: 'white-label.logo.state',
        as: 'state',
        states: {
          true: { title: 'white-label.logo.state.own', severity: 'good' },
          false: { title: 'white-label.logo.state.name', severity: 'neutral', help: 'white-label.logo.state.name.help' },
        },
      },
    ],
    actions: [
      {
        id: 'white-label.drop-logo',
        title: 'white-label.logo.remove',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['update', 'Branding'],
        when: { field: 'has_logo', is: true },
        do: { call: 'white-label.remove-logo' },
        confirm: { title: 'white-label.logo.remove', body: 'white-label.logo.remove.body', button: 'white-label.logo.remove.button' },
        after: 'reload',
      },
    ],
  },
];

const names: Block[] = [
  { as: 'notice', severity: 'info', text: 'white-label.names.notice' },
  {
    as: 'table',
    key: 'key',
    source: { route: 'white-label.names' },
    columns: [
      { field: 'name', title: 'white-label.names.column.name', as: 'text', narrow: 'first' },
      { field: 'url', title: 'white-label.names.column.url', as: 'code' },
      {
        field: 'own',
        title: 'white-label.names.column.own',
        as: 'state',
        states: {
          true: { title: 'white-label.names.own', severity: 'info' },
          false: { title: 'white-label.names.standard', severity: 'neutral' },
        },
      },
    ],
    row: {
      where: 'under',
      open: { form: 'white-label.rename-form', fixed: { key: { from: 'row', field: 'key' } } },
      actions: [
        {
          id: 'white-label.reset-product-name',
          title: 'white-label.names.reset',
          icon: 'refresh',
          ability: ['update', 'Branding'],
          when: { field: 'own', is: true },
          do: { call: 'white-label.reset-name', params: { key: { from: 'row', field: 'key' } } },
          confirm: { title: 'white-label.names.reset.title', body: 'white-label.names.reset.body', button: 'white-label.names.reset' },
          after: 'reload',
        },
      ],
    },
    empty: { title: 'white-label.names.empty', help: 'white-label.names.empty.help' },
  },
];

const menus: Block[] = [
  { as: 'notice', severity: 'info', text: 'white-label.menus.notice' },
  {
    as: 'table',
    key: 'type',
    source: { route: 'white-label.client-menu' },
    columns: [
      { field: 'name', title: 'white-label.names.column.name', as: 'text', narrow: 'first' },
      {
        field: 'shown',
        title: 'white-label.menus.shown',
        as: 'switch',
        toggle: { call: 'white-label.save-client-menu', params: { type: { from: 'row', field: 'type' } }, body: {}, field: 'shown' },
      },
    ],
    empty: { title: 'white-label.names.empty', help: 'white-label.names.empty.help' },
  },
];

const domain: Block = {
  as: 'detail',
  title: 'white-label.domain.title',
  source: addresses,
  fields: [
    { field: 'domain', title: 'white-label.domain.name', as: 'code' },
    {
      field: 'state',
      title: 'white-label.domain.state',
      as: 'state',
      states: {
        none: { title: 'white-label.domain.state.none', severity: 'neutral' },
        pending: { title: 'white-label.domain.state.pending', severity: 'warn', help: 'white-label.domain.state.pending.help' },
        verified: { title: 'white-label.domain.state.verified', severity: 'good' },
        failed: { title: 'white-label.domain.state.failed', severity: 'bad', help: 'white-label.domain.state.failed.help' },
      },
    },
    { field: 'fault_text', title: 'white-label.domain.fault', as: 'text' },
    { field: 'checked_at', title: 'white-label.domain.checked-at', as: 'time' },
  ],
  actions: [
    {
      id: 'white-label.look-now',
      title: 'white-label.domain.check',
      icon: 'refresh',
      emphasis: 'primary',
      ability: ['update', 'Domain'],
      when: { field: 'state', in: ['pending', 'failed', 'verified'] },
      do: { call: 'white-label.check-domain' },
      after: 'reload',
    },
    {
      id: 'white-label.give-up',
      title: 'white-label.domain.release',
      icon: 'trash',
      emphasis: 'danger',
      ability: ['update', 'Domain'],
      when: { field: 'state', in: ['pending', 'failed', 'verified'] },
      do: { call: 'white-label.save-domain', body: { DownlineDomain: { value: '' } } },
      confirm: { title: 'white-label.domain.release.title', body: 'white-label.domain.release.body', button: 'white-label.domain.release' },
      after: 'reload',
    },
  ],
};

const records: Block = {
  as: 'table',
  title: 'white-label.records.title',
  key: 'type',
  source: { route: 'white-label.domain-records' },
  columns: [
    { field: 'type', title: 'white-label.records.type', as: 'text', narrow: 'first' },
    { field: 'name', title: 'white-label.records.name', as: 'code' },
    { field: 'value', title: 'white-label.records.value', as: 'code' },
  ],
  empty: { title: 'white-label.records.empty', help: 'white-label.records.empty.help' },
};

const addressBlocks: Block[] = [
  {
    as: 'form',
    title: 'white-label.subdomain-form.title',
    form: 'white-label.subdomain-form',
    prefill: addresses,
    after: 'reload',
  },
  { as: 'form', title: 'white-label.domain-form.title', form: 'white-label.domain-form', prefill: addresses, after: 'reload' },
  domain,
  records,
];

const mail: Block[] = [
  { as: 'notice', severity: 'info', text: 'white-label.smtp.notice' },
  { as: 'notice', severity: 'bad', text: 'white-label.smtp.paused', source: server, when: { field: 'state', is: 'paused' }, stays: true },
  {
    as: 'notice',
    severity: 'warn',
    text: 'white-label.smtp.failing',
    source: server,
    when: { field: 'state', is: 'failing' },
    stays: true,
  },
  { as: 'form', title: 'white-label.smtp-form.title', form: 'white-label.smtp-form', prefill: server, after: 'reload' },
  {
    as: 'detail',
    title: 'white-label.smtp.title',
    source: server,
    fields: [
      {
        field: 'state',
        title: 'white-label.smtp.state',
        as: 'state',
        states: {
          none: { title: 'white-label.smtp.state.none', severity: 'neutral' },
          off: { title: 'white-label.smtp.state.off', severity: 'neutral' },
          working: { title: 'white-label.smtp.state.working', severity: 'good' },
          failing: { title: 'white-label.smtp.state.failing', severity: 'warn' },
          paused: { title: 'white-label.smtp.state.paused', severity: 'bad' },
        },
      },
      { field: 'has_password', title: 'white-label.smtp.has-password', as: 'flag' },
    ],
    actions: [
      {
        id: 'white-label.try-smtp',
        title: 'white-label.smtp.test',
        icon: 'send',
        ability: ['update', 'MailServer'],
        when: { field: 'state', is: 'none', not: true },
        do: { call: 'white-label.test-smtp' },
        after: 'reload',
      },
      {
        id: 'white-label.drop-smtp',
        title: 'white-label.smtp.remove',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['update', 'MailServer'],
        when: { field: 'state', is: 'none', not: true },
        do: { call: 'white-label.remove-smtp' },
        confirm: { title: 'white-label.smtp.remove', body: 'white-label.smtp.remove.body', button: 'white-label.smtp.remove.button' },
        after: 'reload',
      },
    ],
  },
];

const embedded: Block[] = [
  { as: 'notice', severity: 'warn', text: 'white-label.embedded.notice' },
  {
    as: 'form',
    title: 'white-label.embedded-form.title',
    form: 'white-label.embedded-form',
    prefill: { route: 'white-label.embedded' },
    after: 'reload',
  },
  {
    as: 'detail',
    source: { route: 'white-label.embedded' },
    fields: [
      { field: 'hash', title: 'white-label.embedded.hash', as: 'code' },
      { field: 'changed_at', title: 'white-label.embedded.changed-at', as: 'time' },
    ],
  },
];

const policyReports: Block[] = [
  { as: 'notice', severity: 'info', text: 'white-label.policy-reports.notice' },
  {
    as: 'table',
    key: 'id',
    source: { route: 'core.policy-reports' },
    columns: [
      { field: 'directive', title: 'white-label.policy-reports.directive', as: 'code', narrow: 'first' },
      { field: 'blocked', title: 'white-label.policy-reports.blocked', as: 'code' },
      { field: 'page', title: 'white-label.policy-reports.page', as: 'code' },
      { field: 'count', title: 'white-label.policy-reports.count', as: 'number' },
      { field: 'last_at', title: 'white-label.policy-reports.last-at', as: 'time' },
    ],
    empty: { title: 'white-label.policy-reports.empty', help: 'white-label.policy-reports.empty.help' },
  },
];

export const generalSettings = definePage({
  id: 'white-label.general-setting',
  roles: ['companies.settings'],
  path: '/configuration/general-setting',
  title: 'white-label.page.title',
  ability: ['read', 'Branding'],
  blocks: [
    // Where the set-up of an agency ends.
    launchChecklist,
    {
      as: 'tabs',
      address: true,
      tabs: [
        { id: 'look', title: 'white-label.tab.look', ability: ['update', 'Branding'], blocks: look },
        { id: 'logo', title: 'white-label.tab.logo', ability: ['update', 'Branding'], blocks: logo },
        { id: 'names', title: 'white-label.tab.names', blocks: names },
        { id: 'menus', title: 'white-label.tab.menus', blocks: menus },
        { id: 'addresses', title: 'white-label.tab.addresses', ability: ['read', 'Domain'], blocks: addressBlocks },
        {
          id: 'former-addresses',
          title: 'white-label.tab.former-addresses',
          ability: ['update', 'FormerHost'],
          blocks: [
            {
              as: 'form',
              title: 'white-label.former-hosts-form.title',
              form: 'white-label.former-hosts-form',
              prefill: { route: 'white-label.former-hosts' },
            },
          ],
        },
        { id: 'policy-reports', title: 'white-label.tab.policy-reports', ability: ['read', 'Platform'], blocks: policyReports },
        { id: 'mail', title: 'white-label.tab.mail', ability: ['read', 'MailServer'], blocks: mail },
        { id: 'embedded', title: 'white-label.tab.embedded', ability: ['read', 'EmbeddedCode'], blocks: embedded },
        {
          id: 'contact',
          title: 'white-label.tab.contact',
          ability: ['update', 'Branding'],
          blocks: [
            { as: 'notice', severity: 'info', text: 'white-label.contact.notice' },
            {
              as: 'form',
              title: 'white-label.contact-form.title',
              form: 'white-label.contact-form',
              prefill: { route: 'white-label.contact-read' },
            },
          ],
        },
      ],
    },
  ],
});

export const whiteLabelMenu: MenuDef[] = [
  {
    id: 'white-label.menu',
    parent: 'core.menu-configuration',
    title: 'white-label.page.title',
    icon: 'settings',
    order: 10,
    ability: ['read', 'Branding'],
    page: 'white-label.general-setting',
  },
];
