import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { PLAN_STATES } from '../../tenancy/agency-plans/contract.ts';
import type { Block } from '../../../core/contract.ts';
import { company } from './agencies.actions.ts';

export const modules: Block = {
  as: 'table',
  key: 'key',
  pageSize: 25,
  source: { route: 'agencies.modules', params: company, live: 'campaigns' },
  columns: [
    { field: 'title', title: 'agencies.module.name', as: 'text', sort: true, narrow: 'first' },
    {
      field: 'kind',
      title: 'agencies.module.kind',
      as: 'state',
      states: {
        module: { title: 'agencies.module.kind.module', severity: 'neutral' },
        feature: { title: 'agencies.module.kind.feature', severity: 'neutral' },
        beta: { title: 'agencies.module.kind.beta', severity: 'info' },
      },
    },
    {
      field: 'on',
      title: 'agencies.module.on',
      as: 'switch',
      toggle: {
        call: 'agencies.switch-module',
        params: { ...company, key: { from: 'row', field: 'key' } },
        body: {},
        field: 'on',
        blocked: {
          when: { field: 'open' },
          title: 'agencies.module.blocked',
          body: 'agencies.module.blocked.body',
        },
        confirm: {
          off: {
            when: { field: 'effect' },
            title: 'agencies.module.off',
            body: 'agencies.module.off.body',
            button: 'agencies.module.off.button',
          },
        },
        done: { on: { text: 'agencies.module.done.on' }, off: { text: 'agencies.module.done.off' } },
        failed: 'agencies.problem.busy',
        lacking: 'agencies.lacking.update',
      },
    },
  ],
  empty: { title: 'agencies.module.empty', help: 'agencies.module.empty.help' },
};

/** Switches that mean money ask first, in both directions, and go back when they were refused. */
export const billing: Block = {
  as: 'detail',
  source: { route: 'agency-plans.billing', params: company, live: AGENCY_NEWS },
  fields: [
    {
      field: 'manual_bill',
      title: 'agencies.billing.manual-bill',
      as: 'switch',
      toggle: {
        call: 'wallet.manual-bill',
        body: { companyID: { from: 'row', field: 'company_id' } },
        field: 'manualBill',
        failed: 'agencies.problem.manual-bill',
        lacking: 'agencies.lacking.bill',
      },
    },
    {
      field: 'payment_status',
      title: 'agencies.billing.payment',
      as: 'state',
      states: {
        active: { title: 'agencies.billing.payment.active', severity: 'good' },
        failed: { title: 'agencies.billing.payment.failed', severity: 'bad' },
      },
    },
    { field: 'plan', title: 'agencies.edit.package_id', as: 'state', states: PLAN_STATES },
    { field: 'onboard_cents', title: 'agency-plans.onboarding.title', as: 'money' },
    { field: 'is_onboard_charged', title: 'agencies.billing.onboard-charged', as: 'flag' },
    { field: 'minimum_status', title: 'agency-plans.minimum-spend.title', as: 'flag' },
    { field: 'first_month', title: 'agency-plans.minimum-spend-form.first_month', as: 'money' },
    { field: 'second_month', title: 'agency-plans.minimum-spend-form.second_month', as: 'money' },
    { field: 'monthly', title: 'agency-plans.minimum-spend-form.monthly', as: 'money' },
  ],
};

const overview: Block = {
  as: 'detail',
  source: { route: 'agencies.overview', params: company },
  fields: [
    { field: 'company_id', title: 'agencies.overview.id', as: 'code' },
    { field: 'hosts', title: 'agencies.overview.hosts', as: 'tags' },
    { field: 'phonenum', title: 'agencies.overview.phone', as: 'text' },
    { field: 'clients', title: 'agencies.overview.clients', as: 'number' },
    { field: 'sales', title: 'agencies.column.sales', as: 'tags' },
    { field: 'created_at', title: 'agencies.column.created', as: 'time' },
  ],
};

export const editForm: Block = {
  as: 'form',
  form: 'agencies.edit',
  prefill: { route: 'agencies.one', params: company },
  fixed: company,
  failed: 'agencies.problem.busy',
};

/** What stands under an opened row of the agency list. */
export const agencyRow: Block[] = [
  {
    as: 'tabs',
    tabs: [
      {
        id: 'edit',
        title: 'agencies.tab.edit',
        ability: ['update', 'Agency'],
        blocks: [editForm],
      },
      {
        id: 'modules',
        title: 'agencies.tab.modules',
        ability: ['oversee', 'Agency'],
        blocks: [{ as: 'notice', severity: 'info', text: 'agencies.module.notice' }, modules],
      },
      { id: 'billing', title: 'agencies.tab.billing', ability: ['oversee', 'Agency'], blocks: [billing] },
      { id: 'overview', title: 'agencies.tab.overview', ability: ['read', 'Agency'], blocks: [overview] },
    ],
  },
];
