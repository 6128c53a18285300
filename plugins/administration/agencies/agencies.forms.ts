import { defineForm, type FieldUi } from '../../../core/contract.ts';
import { EditedAgency, NewAgency } from './agencies.schema.ts';
import { BetaChoice } from './beta.routes.ts';
import { SalesPeople } from './sales.routes.ts';

const HALF = 6;
const update = ['update', 'Agency'] as const;

const ui: Record<string, FieldUi> = {
  ClientCompanyName: { autocomplete: 'off' },
  ClientFullName: { span: HALF, autocomplete: 'off' },
  ClientEmail: { widget: 'email', span: HALF, autocomplete: 'off' },
  ClientPhone: { widget: 'phone', span: HALF, autocomplete: 'off', help: 'agencies.phone.help' },
  DownlineSubDomain: { span: HALF, autocomplete: 'off', placeholder: 'agencies.subdomain.placeholder', help: 'agencies.subdomain.help' },
  DownlineDomain: { span: HALF, autocomplete: 'off', group: 'agencies.group.address' },
  ClientWhiteLabeling: { widget: 'flag', span: HALF, group: 'agencies.group.address' },
  selectedmodules: { widget: 'select', span: HALF, group: 'agencies.group.offer', options: { route: 'agencies.module-options' } },
  selectedterms: { widget: 'select', span: HALF, group: 'agencies.group.offer', options: { route: 'agencies.term-options' } },
  package_id: { widget: 'select', span: HALF, group: 'agencies.group.offer', options: { route: 'agency-plans.options' } },
  DownlineOrganizationID: { widget: 'select', span: HALF, group: 'agencies.group.further', options: { route: 'organizations.options' } },
  defaultAdmin: { widget: 'flag', span: HALF, group: 'agencies.group.further' },
};
const open = {
  ClientCompanyName: ['title', 'help', 'order'],
  ClientFullName: ['title', 'help', 'order'],
  ClientEmail: ['title', 'help', 'order'],
  ClientPhone: ['title', 'help', 'order', 'require'],
  DownlineSubDomain: ['title', 'help', 'order', 'require'],
  DownlineOrganizationID: ['title', 'help', 'order', 'hide'],
} as const;

export const agencyForms = [
  defineForm({
    id: 'agencies.add',
    version: 1,
    title: 'agencies.add.title',
    button: 'agencies.add.button',
    schema: NewAgency,
    ui,
    open,
    keepsExtra: true,
    submit: 'agencies.create',
    ability: ['create', 'Agency'],
  }),
  defineForm({
    id: 'agencies.edit',
    version: 1,
    title: 'agencies.edit.title',
    schema: EditedAgency,
    ui,
    open,
    changesWith: 'agencies.add',
    keepsExtra: true,
    submit: 'agencies.update',
    ability: update,
  }),
  defineForm({
    id: 'agencies.assign',
    version: 1,
    title: 'agencies.assign.title',
    schema: SalesPeople,
    ui: Object.fromEntries(
      Object.keys(SalesPeople.properties).map((field) => [
        field,
        { widget: 'select', options: { route: 'agencies.sales-list' }, silent: true } as const,
      ]),
    ),
    submit: 'agencies.set-sales',
    ability: update,
  }),
  defineForm({
    id: 'agencies.beta-choice',
    version: 1,
    title: 'agencies.beta-choice.title',
    schema: BetaChoice,
    ui: {
      companyID: { widget: 'hidden' },
      feature: { widget: 'select', options: { route: 'agencies.beta-options' } },
      state: { widget: 'radio' },
    },
    submit: 'agencies.set-beta-feature',
    ability: update,
  }),
];
