import {
  type Action,
  type Binding,
  type Block,
  definePage,
  type MenuDef,
  type PageExtension,
  type Source,
  type TableBlock,
} from '../../../core/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { PLAN_STATES } from '../../tenancy/agency-plans/contract.ts';
import { BILLING_MENU } from '../../money/payments/contract.ts';
import { CHARGES_TOPIC } from './charges.service.ts';

const states = {
  paying: { title: 'agency-billing.state.paying', severity: 'info' },
  paid: { title: 'agency-billing.state.paid', severity: 'good' },
  failed: { title: 'agency-billing.state.failed', severity: 'bad' },
  settled: { title: 'agency-billing.state.settled', severity: 'neutral' },
  withdrawn: { title: 'agency-billing.state.withdrawn', severity: 'neutral' },
} as const;
const kinds = {
  wholesale: { title: 'agency-billing.kind.wholesale', severity: 'neutral' },
  onboarding: { title: 'agency-billing.kind.onboarding', severity: 'neutral' },
  developer_fee: { title: 'agency-billing.kind.developer_fee', severity: 'neutral' },
  minimum_spend: { title: 'agency-billing.kind.minimum_spend', severity: 'neutral' },
} as const;

const payAgain: Action = {
  id: 'agency-billing.pay-again',
  title: 'agency-billing.pay',
  icon: 'credit-card',
  emphasis: 'primary',
  ability: ['pay', 'AgencyCharge'],
  when: { field: 'state', is: 'failed' },
  do: { call: 'agency-billing.pay', params: { id: { from: 'row', field: 'id' } } },
  after: 'reload',
};

const history = (source: Source, actions: Action[]): TableBlock => ({
  as: 'table',
  title: 'agency-billing.history.title',
  key: 'id',
  pageSize: 10,
  source: { ...source, live: CHARGES_TOPIC },
  columns: [
    { field: 'created_at', title: 'agency-billing.column.date', as: 'time', narrow: 'first' },
    { field: 'kind', title: 'agency-billing.column.kind', as: 'state', states: kinds },
    { field: 'description', title: 'agency-billing.column.description', as: 'text', note: 'coupon' },
    { field: 'cents', title: 'agency-billing.column.amount', as: 'money' },
    { field: 'state', title: 'agency-billing.column.state', as: 'state', states },
    { field: 'reason', title: 'agency-billing.column.reason', as: 'text', narrow: 'hide' },
    { field: 'retry_at', title: 'agency-billing.column.retry', as: 'time', narrow: 'hide' },
  ],
  ...(actions.length > 0 ? { row: { actions } } : {}),
  empty: { title: 'agency-billing.history.empty', help: 'agency-billing.history.empty.help' },
});

const minimum: Source = { route: 'agency-billing.minimum-spend', live: CHARGES_TOPIC };
const onboarding: Source = { route: 'agency-billing.onboarding', live: CHARGES_TOPIC };

/** Without a coupon there is nothing to type, only to agree to. */
const payOnboarding: Action = {
  id: 'agency-billing.onboarding-now',
  title: 'agency-billing.onboarding.pay',
  icon: 'credit-card',
  emphasis: 'primary',
  ability: ['pay', 'AgencyCharge'],
  when: { field: 'state', is: 'open' },
  do: { call: 'agency-billing.pay-onboarding', body: {} },
  failed: 'agency-billing.problem.onboarding',
  after: 'reload',
};
const payWithCoupon: Action = {
  id: 'agency-billing.onboarding-coupon',
  title: 'agency-billing.onboarding.pay',
  icon: 'credit-card',
  emphasis: 'primary',
  ability: ['pay', 'AgencyCharge'],
  when: { field: 'state', is: 'open_coupon' },
  do: { form: 'agency-billing.onboarding-form', as: 'modal' },
  failed: 'agency-billing.problem.onboarding',
  after: 'reload',
};

/** The plan the agency bought, and the way to give it up; left out for those who may not. */
const plan: Block = {
  as: 'detail',
  title: 'agency-billing.plan.title',
  source: { route: 'agency-plans.package', live: AGENCY_NEWS },
  fields: [{ field: 'package_label', title: 'agency-billing.plan.label', as: 'state', states: PLAN_STATES }],
  actions: [
    {
      id: 'agency-billing.cancel-plan',
      title: 'agency-billing.plan.cancel',
      icon: 'circle-x',
      emphasis: 'danger',
      ability: ['cancel', 'Subscription'],
      when: { field: 'has_plan', is: 'T' },
      do: { call: 'agency-plans.cancel-subscription', body: {} },
      confirm: {
        title: 'agency-billing.plan.confirm',
        body: 'agency-billing.plan.body',
        button: 'agency-billing.plan.cancel',
        final: true,
      },
      after: 'reload',
    },
  ],
};

export const billingPage = definePage({
  id: 'agency-billing.page',
  path: '/configuration/agency-billing',
  title: 'agency-billing.page.title',
  ability: ['read', 'AgencyCharge'],
  blocks: [
    {
      as: 'notice',
      severity: 'warn',
      text: 'agency-billing.minimum.short',
      source: minimum,
      when: { field: 'state', is: 'short' },
      stays: true,
    },
    {
      as: 'detail',
      title: 'agency-billing.onboarding.title',
      source: onboarding,
      fields: [
        {
          field: 'state',
          title: 'agency-billing.column.state',
          as: 'state',
          states: {
            none: { title: 'agency-billing.onboarding.none', severity: 'neutral' },
            open: { title: 'agency-billing.onboarding.open', severity: 'warn' },
            open_coupon: { title: 'agency-billing.onboarding.open', severity: 'warn' },
            paying: states.paying,
            paid: states.paid,
          },
        },
        { field: 'price_cents', title: 'agency-billing.column.amount', as: 'money' },
      ],
      actions: [payOnboarding, payWithCoupon],
    },
    {
      as: 'detail',
      title: 'agency-billing.minimum.title',
      source: minimum,
      fields: [
        {
          field: 'state',
          title: 'agency-billing.column.state',
          as: 'state',
          states: {
            off: { title: 'agency-billing.minimum.off', severity: 'neutral' },
            excluded: { title: 'agency-billing.minimum.excluded', severity: 'neutral' },
            met: { title: 'agency-billing.minimum.met', severity: 'good' },
            short: { title: 'agency-billing.minimum.missing', severity: 'warn' },
          },
        },
        { field: 'first', title: 'agency-billing.minimum.first', as: 'date', optional: true },
        { field: 'last', title: 'agency-billing.minimum.last', as: 'date', optional: true },
        { field: 'minimum_cents', title: 'agency-billing.minimum.least', as: 'money' },
        { field: 'spent_cents', title: 'agency-billing.minimum.spent', as: 'money' },
        { field: 'short_cents', title: 'agency-billing.minimum.left', as: 'money' },
        { field: 'next_cents', title: 'agency-billing.minimum.next', as: 'money' },
        { field: 'next_first', title: 'agency-billing.minimum.next-first', as: 'date', optional: true },
      ],
    },
    history({ route: 'agency-billing.charges' }, [payAgain]),
    {
      as: 'table',
      title: 'agency-billing.months.title',
      key: 'first',
      source: { route: 'agency-billing.months', live: CHARGES_TOPIC },
      columns: [
        { field: 'first', title: 'agency-billing.minimum.first', as: 'date', narrow: 'first' },
        { field: 'last', title: 'agency-billing.minimum.last', as: 'date' },
        { field: 'minimum_cents', title: 'agency-billing.minimum.least', as: 'money' },
        { field: 'spent_cents', title: 'agency-billing.minimum.spent', as: 'money' },
        { field: 'charged_cents', title: 'agency-billing.months.charged', as: 'money', note: 'waived' },
      ],
      empty: { title: 'agency-billing.months.empty', help: 'agency-billing.months.empty.help' },
    },
    plan,
  ],
});

export const billingMenu: MenuDef[] = [
  {
    id: 'agency-billing.menu',
    parent: BILLING_MENU,
    title: 'agency-billing.page.title',
    icon: 'receipt',
    order: 60,
    ability: ['read', 'AgencyCharge'],
    page: 'agency-billing.page',
  },
];

const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };

/** On the list of agencies, operators look at what each was charged. */
export const agencyCharges: PageExtension = {
  role: 'companies.agency-list',
  order: 55,
  blocks: [],
  actions: [
    {
      id: 'agency-billing.show-charges',
      title: 'agency-billing.history.title',
      icon: 'receipt',
      group: 'core.group.money',
      ability: ['oversee', 'AgencyCharge'],
      do: { open: [history({ route: 'agency-billing.charges-of', params: company }, [])], as: 'modal' },
    },
  ],
};

/** The same on the page of an agency, beneath its plan. */
export const chargesOnPage: PageExtension = {
  role: 'companies.agency',
  order: 55,
  blocks: [],
  tabs: [
    {
      id: 'billing',
      title: 'agency-billing.history.title',
      order: 40,
      ability: ['oversee', 'AgencyCharge'],
      blocks: [history({ route: 'agency-billing.charges-of', params: company }, [])],
    },
  ],
};
