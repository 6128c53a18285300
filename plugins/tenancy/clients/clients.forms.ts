import { defineForm, type FieldUi, T } from '../../../core/contract.ts';
import { EditedClient, NewClient } from './clients.schema.ts';

const flag = (): FieldUi => ({ widget: 'flag', span: 6, group: 'clients.group.access' });
const common: Record<string, FieldUi> = {
  ClientCompanyName: { span: 6, autocomplete: 'off' },
  ClientFullName: { span: 6, autocomplete: 'off' },
  ClientEmail: { widget: 'email', span: 6, autocomplete: 'off' },
  ClientPhone: { widget: 'phone', span: 6, autocomplete: 'off', help: 'clients.phone.help' },
  ClientPhoneCountryCode: { widget: 'select', span: 6, options: { route: 'clients.countries' } },
  ClientDomain: { span: 6, autocomplete: 'off', placeholder: 'clients.domain.placeholder', help: 'clients.domain.help' },
  timezone: { widget: 'select', span: 6, options: { route: 'clients.timezones' }, help: 'clients.timezone.help' },
  disabledaddcampaign: { ...flag(), negated: true },
  disabledreceivedemail: { ...flag(), negated: true },
  twoFactorAuth: flag(),
  ClientRole: { widget: 'select', span: 6, options: { route: 'roles.options' }, group: 'clients.group.access' },
};
const open = {
  ClientCompanyName: ['title', 'help', 'order'],
  ClientFullName: ['title', 'help', 'order'],
  ClientEmail: ['title', 'help', 'order'],
  ClientPhone: ['title', 'help', 'order', 'require'],
  timezone: ['title', 'help', 'order', 'hide', 'default'],
} as const;

const editUi: Record<string, FieldUi> = {
  ...common,
  enablephonenumber: flag(),
  editorspreadsheet: flag(),
  companyGroupID: { widget: 'select', span: 6, options: { route: 'clients.group-options' }, group: 'clients.group.access' },
};

/** Some of the fields of a client, for a section of its page: headed by that, and without groups. */
function section(name: 'contact' | 'website' | 'permissions', fields: (keyof typeof EditedClient.properties)[]) {
  return defineForm({
    id: `clients.${name}-form`,
    version: 1,
    title: `clients.section.${name}`,
    texts: ['clients.edit'],
    schema: T.Object(Object.fromEntries(fields.map((field) => [field, EditedClient.properties[field]]))),
    ui: Object.fromEntries(
      fields.flatMap((field) => {
        const { group: _none, ...ui } = editUi[field] ?? {};
        return field in editUi ? [[field, ui]] : [];
      }),
    ),
    // What operators change about the form for a new client holds in the sections of its page, where its fields stand.
    changesWith: 'clients.add',
    open: Object.fromEntries(Object.entries(open).filter(([field]) => (fields as string[]).includes(field))),
    ...(name === 'contact' ? { keepsExtra: true as const } : {}),
    submit: 'clients.change',
    ability: ['update', 'Client'],
  });
}

export const clientForms = [
  defineForm({
    id: 'clients.add',
    version: 1,
    title: 'clients.add.title',
    button: 'clients.add.button',
    schema: NewClient,
    ui: { ...common, ClientPass: { widget: 'password', span: 6, autocomplete: 'new-password' } },
    open,
    keepsExtra: true,
    submit: 'clients.create',
    ability: ['create', 'Client'],
  }),
  defineForm({
    id: 'clients.edit',
    version: 1,
    title: 'clients.edit.title',
    schema: EditedClient,
    ui: editUi,
    open,
    changesWith: 'clients.add',
    keepsExtra: true,
    submit: 'clients.update',
    ability: ['update', 'Client'],
  }),
  section('contact', ['ClientCompanyName', 'ClientFullName', 'ClientEmail', 'ClientPhone', 'ClientPhoneCountryCode']),
  section('website', ['ClientDomain', 'timezone', 'companyGroupID']),
  section('permissions', [
    'disabledaddcampaign',
    'disabledreceivedemail',
    'enablephonenumber',
    'editorspreadsheet',
    'twoFactorAuth',
    'ClientRole',
  ]),
];
