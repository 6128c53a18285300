import { type Action, type Binding, removeAction } from '../../../core/contract.ts';

/** The agency of the row, as path parameter and under the names of the specification's calls. */
export const company: Record<string, Binding> = { companyId: { from: 'row', field: 'company_id' } };
const companyID: Record<string, Binding> = { companyID: { from: 'row', field: 'company_id' } };
const CompanyID: Record<string, Binding> = { CompanyID: { from: 'row', field: 'company_id' } };

const seen = ['oversee', 'Agency'] as const;
/** Operators who may not change agencies see what there is, and why they cannot do it. */
const update = { ability: ['update', 'Agency'], lacking: 'agencies.lacking.update' } as const;

export const add: Action = {
  id: 'agencies.add-agency',
  title: 'agencies.add.title',
  icon: 'plus',
  emphasis: 'primary',
  ability: ['create', 'Agency'],
  do: { form: 'agencies.add', as: 'under' },
  failed: 'agencies.problem.busy',
  after: 'reload',
};

const assignSales: Action = {
  id: 'agencies.assign-sales',
  title: 'agencies.assign.title',
  icon: 'user-star',
  group: 'core.group.access',
  ability: seen,
  needs: update,
  do: { form: 'agencies.assign', as: 'modal', prefill: { route: 'agencies.sales', params: company }, fixed: companyID },
  failed: 'agencies.problem.busy',
  after: 'reload',
};

const excluded = { title: 'agencies.minimum-spend.mark', severity: 'warn', help: 'agencies.minimum-spend.mark.help' } as const;
/** Each takes the other back, so neither asks first; the mark in the row turns at once and goes back when it was refused. */
const minimumSpend = (to: 0 | 1): Action => ({
  id: to ? 'agencies.exclude-minimum' : 'agencies.include-minimum',
  title: to ? 'agencies.minimum-spend.exclude' : 'agencies.minimum-spend.include',
  icon: to ? 'coin-off' : 'coin',
  group: 'core.group.money',
  ability: seen,
  needs: update,
  when: { field: 'exclude_minimum_spend', is: to ? 0 : 1 },
  mark: { field: 'exclude_minimum_spend', states: { '1': excluded } },
  do: { call: 'agency-plans.exclude-minimum-spend', body: { ...CompanyID, exclude_minimum_spend: { value: to } } },
  optimistic: { exclude_minimum_spend: to },
  failed: to ? 'agencies.minimum-spend.exclude-failed' : 'agencies.minimum-spend.include-failed',
});

const developer = (to: 'T' | 'F'): Action => ({
  id: to === 'T' ? 'agencies.developer-on' : 'agencies.developer-off',
  title: to === 'T' ? 'agencies.developer.on' : 'agencies.developer.off',
  icon: 'code',
  group: 'core.group.developer',
  ability: seen,
  needs: update,
  when: { field: 'api_mode', is: to === 'T' ? 'F' : 'T' },
  mark: {
    field: 'api_indicator',
    states: {
      orange: { title: 'agencies.developer.orange', severity: 'warn' },
      green: { title: 'agencies.developer.green', severity: 'good' },
      blue: { title: 'agencies.developer.blue', severity: 'info' },
      gray: { title: 'agencies.developer.gray', severity: 'neutral' },
    },
  },
  do: { call: 'agencies.api-mode', body: { ...companyID, ApiMode: { value: to } } },
  confirm: {
    title: to === 'T' ? 'agencies.developer.on.confirm' : 'agencies.developer.off.confirm',
    body: to === 'T' ? 'agencies.developer.on.body' : 'agencies.developer.off.body',
    button: to === 'T' ? 'agencies.developer.on' : 'agencies.developer.off',
  },
  failed: 'agencies.problem.save',
  after: 'reload',
});

/** What can be done to an agency beside editing it. Other plugins add theirs to the page. */
export const rowActions: Action[] = [
  developer('T'),
  developer('F'),
  minimumSpend(1),
  minimumSpend(0),
  assignSales,
  {
    id: 'agencies.edit-onboarding',
    title: 'agency-plans.onboarding.title',
    icon: 'cash',
    group: 'core.group.money',
    ability: seen,
    needs: update,
    do: {
      form: 'agency-plans.onboarding-form',
      as: 'modal',
      prefill: { route: 'agency-plans.onboarding', query: companyID },
      fixed: CompanyID,
    },
    failed: 'agencies.problem.onboarding',
    after: 'reload',
  },
  {
    id: 'agencies.edit-minimum-spend',
    title: 'agency-plans.minimum-spend.title',
    icon: 'chart-bar',
    group: 'core.group.money',
    ability: seen,
    needs: update,
    do: {
      form: 'agency-plans.minimum-spend-form',
      as: 'modal',
      prefill: { route: 'agency-plans.minimum-spend', params: company },
      fixed: company,
    },
    failed: 'agencies.problem.save',
    after: 'reload',
  },
  removeAction({
    id: 'agencies.remove-agency',
    texts: 'agencies.remove',
    ability: seen,
    needs: { ability: ['delete', 'Agency'], lacking: 'agencies.lacking.delete' },
    failed: 'agencies.problem.busy',
    call: 'agencies.remove',
    params: company,
  }),
];

/** What can be done to several agencies together; each row has a result of its own. */
export const bulkActions: Action[] = [
  {
    id: 'agencies.bulk-sales',
    title: 'agencies.assign.title',
    icon: 'user-star',
    ability: ['update', 'Agency'],
    do: { form: 'agencies.assign', as: 'modal', fixed: companyID },
    failed: 'agencies.problem.busy',
  },
  {
    id: 'agencies.bulk-beta',
    title: 'agencies.beta-choice.title',
    icon: 'flask',
    ability: ['update', 'Agency'],
    do: { form: 'agencies.beta-choice', as: 'modal', fixed: companyID },
    failed: 'agencies.problem.busy',
  },
];
