import { defineForm, type FieldUi, T } from '../../../core/contract.ts';
import { Id } from '../../foundation/companies/shared.ts';
import { MinimumSpend } from './charges.settings.ts';
import { Packages } from './plans.ts';

const spend: Record<string, FieldUi> = {
  status: { widget: 'flag' },
  first_month: { widget: 'money', span: 4 },
  second_month: { widget: 'money', span: 4 },
  monthly: { widget: 'money', span: 4 },
};

/** Set by the root's operators, from the list of agencies and the page of plans. */
export const planForms = [
  defineForm({
    id: 'agency-plans.onboarding-form',
    version: 1,
    title: 'agency-plans.onboarding.title',
    schema: T.Object({
      CompanyID: Id,
      amount: T.String({ maxLength: 20 }),
      enable_coupon: T.Enum(['T', 'F'], { default: 'F' }),
      exclude_onboard_charge: T.Enum(['T', 'F'], { default: 'F' }),
    }),
    ui: {
      CompanyID: { widget: 'hidden' },
      amount: { widget: 'text', prefix: 'agency-plans.dollar', autocomplete: 'off' },
      enable_coupon: { widget: 'flag' },
      exclude_onboard_charge: { widget: 'flag' },
    },
    submit: 'agency-plans.set-onboarding',
    ability: ['update', 'AgencyPlan'],
  }),
  defineForm({
    id: 'agency-plans.minimum-spend-form',
    version: 1,
    title: 'agency-plans.minimum-spend.title',
    schema: MinimumSpend.schema,
    ui: spend,
    submit: 'agency-plans.set-minimum-spend',
    ability: ['update', 'AgencyPlan'],
  }),
  defineForm({
    id: 'agency-plans.minimum-default-form',
    version: 1,
    title: 'agency-plans.minimum-default-form.title',
    schema: MinimumSpend.schema,
    ui: spend,
    submit: 'agency-plans.set-minimum-default',
    ability: ['update', 'AgencyPlan'],
  }),
  defineForm({
    id: 'agency-plans.plans-form',
    version: 1,
    title: 'agency-plans.plans-form.title',
    schema: Packages.schema,
    ui: Object.fromEntries(Object.keys(Packages.schema.properties).map((field) => [field, { span: 6, autocomplete: 'off' }])),
    submit: 'agency-plans.set-plans',
    ability: ['update', 'AgencyPlan'],
  }),
];
