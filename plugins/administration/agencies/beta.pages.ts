import { type Action, type Binding, definePage } from '../../../core/contract.ts';
import type { AgencyState } from './contract.ts';

const feature: Record<string, Binding> = { key: { from: 'row', field: 'id' } };
const LIST = 'agencies.list';

/** One of the three words root can say about a feature for the agency of the row. */
const word = (state: AgencyState, icon: string): Action => ({
  id: `agencies.beta-${state}`,
  title: `agencies.beta.${state}`,
  icon,
  ability: ['oversee', 'Agency'],
  needs: { ability: ['update', 'Agency'], lacking: 'agencies.lacking.update' },
  when: { field: 'state', is: state, not: true },
  do: {
    call: 'agencies.set-beta-feature',
    body: { feature: { from: 'row', field: 'key' }, companyID: { from: 'row', field: 'company_id' }, state: { value: state } },
  },
  optimistic: { state },
  failed: 'agencies.problem.busy',
  ...(state === 'off'
    ? { confirm: { title: 'agencies.beta.off.confirm', body: 'agencies.beta.off.body', button: 'agencies.beta.off.button' } }
    : {}),
});

/** Where root decides who takes part in a beta. */
export const betaPage = definePage({
  id: 'agencies.beta',
  path: '/configuration/beta-features',
  title: 'agencies.beta.title',
  ability: ['oversee', 'Agency'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'agencies.beta.notice' },
    {
      as: 'table',
      key: 'id',
      pageSize: 10,
      source: { route: 'agencies.beta-features', live: LIST },
      columns: [
        { field: 'name', title: 'agencies.module.name', as: 'text', sort: true, narrow: 'first' },
        {
          field: 'apply_to_all_agency',
          title: 'agencies.beta.all',
          as: 'switch',
          toggle: {
            call: 'agencies.apply-beta-feature',
            params: feature,
            body: {},
            field: 'apply_to_all_agency',
            confirm: {
              on: { title: 'agencies.beta.all.on', body: 'agencies.beta.all.on.body', button: 'agencies.beta.all.on.button' },
              off: { title: 'agencies.beta.all.off', body: 'agencies.beta.all.off.body', button: 'agencies.beta.all.off.button' },
            },
            failed: 'agencies.problem.busy',
          },
        },
      ],
      row: {
        where: 'under',
        open: {
          blocks: [
            {
              as: 'table',
              key: 'company_id',
              pageSize: 10,
              search: true,
              source: { route: 'agencies.beta-agencies', params: feature, live: LIST },
              columns: [
                { field: 'company_name', title: 'agencies.column.company', as: 'text', sort: true, narrow: 'first' },
                {
                  field: 'state',
                  title: 'agencies.beta.word',
                  as: 'state',
                  states: {
                    on: { title: 'agencies.beta.word.on', severity: 'good' },
                    off: { title: 'agencies.beta.word.off', severity: 'bad' },
                    inherit: { title: 'agencies.beta.word.inherit', severity: 'neutral' },
                  },
                },
                {
                  field: 'effective',
                  title: 'agencies.beta.effective',
                  as: 'state',
                  states: {
                    on: { title: 'agencies.beta.effective.on', severity: 'good' },
                    waiting: { title: 'agencies.beta.effective.waiting', severity: 'warn' },
                    off: { title: 'agencies.beta.effective.off', severity: 'neutral' },
                  },
                },
                { field: 'missing', title: 'agencies.beta.missing', as: 'text', narrow: 'hide' },
              ],
              row: { actions: [word('on', 'check'), word('off', 'ban'), word('inherit', 'refresh')] },
              empty: { title: 'agencies.empty.title', help: 'agencies.empty.help' },
              noMatch: { title: 'agencies.no-match.title', help: 'agencies.no-match.help' },
            },
          ],
        },
      },
      empty: { title: 'agencies.beta.empty', help: 'agencies.beta.empty.help' },
    },
  ],
});
