import { defineForm, T } from '../../../core/contract.ts';
import { EmbeddedFields } from './embedded.routes.ts';
import { FormerHosts } from './former-hosts.routes.ts';
import { Renamed } from './names.routes.ts';
import { SmtpFields } from './smtp.service.ts';
import { CompanyContact, Theme } from './theme.settings.ts';

const HALF = 6;
const THIRD = 4;
const color = { widget: 'color', span: HALF, group: 'white-label.theme-form.colours' } as const;

export const whiteLabelForms = [
  defineForm({
    id: 'white-label.theme-form',
    version: 1,
    title: 'white-label.theme-form.title',
    submit: 'white-label.save-theme',
    ability: ['update', 'Branding'],
    schema: Theme.schema,
    ui: {
      sidebarcolor: color,
      templatecolor: color,
      boxcolor: color,
      textcolor: color,
      linkcolor: { ...color, help: 'white-label.theme-form.linkcolor.help' },
      fonttheme: { widget: 'select', span: HALF, help: 'white-label.theme-form.fonttheme.help' },
      paymenttermDefault: { widget: 'select', span: HALF, help: 'white-label.theme-form.paymenttermDefault.help' },
    },
    open: { fonttheme: ['help', 'enum'], paymenttermDefault: ['help', 'enum'] },
  }),
  defineForm({
    id: 'white-label.logo-form',
    version: 1,
    title: 'white-label.logo-form.title',
    button: 'white-label.logo-form.button',
    submit: 'white-label.upload-logo',
    ability: ['update', 'Branding'],
    schema: T.Object({ file: T.Optional(T.String()) }),
    ui: {
      file: { widget: 'file', accept: '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp', help: 'white-label.logo-form.file.help' },
    },
  }),
  defineForm({
    id: 'white-label.rename-form',
    version: 1,
    title: 'white-label.rename-form.title',
    submit: 'white-label.rename',
    ability: ['update', 'Branding'],
    schema: T.Object(Renamed),
    ui: {
      name: { span: HALF, autocomplete: 'off' },
      url: { span: HALF, autocomplete: 'off', prefix: 'white-label.slash', help: 'white-label.rename-form.url.help' },
    },
  }),
  defineForm({
    id: 'white-label.subdomain-form',
    version: 1,
    title: 'white-label.subdomain-form.title',
    submit: 'white-label.save-subdomain',
    ability: ['update', 'Domain'],
    schema: T.Object({ DownlineSubDomain: T.String({ minLength: 1, maxLength: 63 }) }),
    ui: { DownlineSubDomain: { autocomplete: 'off', help: 'white-label.subdomain-form.DownlineSubDomain.help' } },
  }),
  defineForm({
    id: 'white-label.domain-form',
    version: 1,
    title: 'white-label.domain-form.title',
    button: 'white-label.domain-form.button',
    submit: 'white-label.save-domain',
    ability: ['update', 'Domain'],
    schema: T.Object({ DownlineDomain: T.String({ minLength: 1, maxLength: 260 }) }),
    ui: {
      DownlineDomain: {
        autocomplete: 'off',
        placeholder: 'white-label.domain-form.placeholder',
        help: 'white-label.domain-form.DownlineDomain.help',
      },
    },
  }),
  defineForm({
    id: 'white-label.former-hosts-form',
    version: 1,
    title: 'white-label.former-hosts-form.title',
    submit: 'white-label.save-former-hosts',
    ability: ['update', 'FormerHost'],
    schema: FormerHosts.schema,
    ui: { days: { help: 'white-label.former-hosts-form.days.help' } },
  }),
  defineForm({
    id: 'white-label.smtp-form',
    version: 1,
    title: 'white-label.smtp-form.title',
    submit: 'white-label.save-smtp',
    ability: ['update', 'MailServer'],
    schema: T.Object({ is_on: T.Enum(['T', 'F'], { default: 'T' }), ...SmtpFields }),
    ui: {
      is_on: { widget: 'flag', help: 'white-label.smtp-form.is_on.help' },
      host: { span: 8, autocomplete: 'off', placeholder: 'white-label.smtp-form.host.placeholder' },
      port: { widget: 'select', span: THIRD },
      username: { span: HALF, autocomplete: 'off' },
      password: { widget: 'password', span: HALF, autocomplete: 'new-password', help: 'white-label.smtp-form.password.help' },
      from_name: { span: HALF, autocomplete: 'off' },
      from_address: { widget: 'email', span: HALF, autocomplete: 'off' },
    },
  }),
  defineForm({
    id: 'white-label.embedded-form',
    version: 1,
    title: 'white-label.embedded-form.title',
    submit: 'white-label.save-embedded',
    ability: ['update', 'EmbeddedCode'],
    schema: T.Object(EmbeddedFields),
    ui: {
      placeEmbedded: { widget: 'radio' },
      embeddedcode: { widget: 'code', help: 'white-label.embedded-form.embeddedcode.help' },
    },
  }),
  defineForm({
    id: 'white-label.contact-form',
    version: 1,
    title: 'white-label.contact-form.title',
    submit: 'white-label.save-contact',
    ability: ['update', 'Branding'],
    schema: CompanyContact.schema,
    ui: {
      legal_name: { span: HALF },
      short_name: { span: HALF },
      address: {},
      city: { span: THIRD },
      zip: { span: THIRD },
      state_code: { span: 2 },
      state_name: { span: 2 },
      phone: { widget: 'phone', span: HALF },
      contact_name: { span: HALF, help: 'white-label.contact-form.contact_name.help' },
      contact_email: { widget: 'email', span: HALF },
    },
  }),
];
