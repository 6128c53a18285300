import { definePage, type Source } from '../../../../core/contract.ts';
import { TOPIC } from '../topic.ts';

const ofPath = { id: { from: 'path', field: 'id' } } as const;
const ability = ['update', 'Connection'] as const;
/** Not kept up to date by itself: it counts leads, and news come with each of them. */
const count: Source = {
  route: 'integrations.backfill-count',
  params: ofPath,
  query: { period: { from: 'query', field: 'period' } },
};

/** Leads of a chosen period are sent through a connection afterwards: first how many, then how far it is. */
export const backfillPage = definePage({
  id: 'integrations.backfill-page',
  path: '/integrations/:id/earlier',
  title: 'integrations.backfill',
  ability,
  above: { page: 'integrations.connection-page' },
  period: true,
  blocks: [
    {
      as: 'detail',
      title: 'integrations.backfill.chosen',
      source: count,
      fields: [
        { field: 'first', title: 'integrations.backfill.first', as: 'date' },
        { field: 'last', title: 'integrations.backfill.last', as: 'date' },
        { field: 'leads', title: 'integrations.backfill.leads', as: 'number' },
        { field: 'arrived', title: 'integrations.backfill.arrived', as: 'number' },
        { field: 'to_send', title: 'integrations.backfill.to-send', as: 'number' },
      ],
      actions: [
        {
          id: 'integrations.act-backfill',
          title: 'integrations.backfill.send',
          icon: 'send',
          emphasis: 'primary',
          ability,
          when: { field: 'to_send', is: 0, not: true },
          do: { call: 'integrations.backfill-begin', params: ofPath, body: { period: { from: 'row', field: 'period' } } },
          confirm: {
            title: 'integrations.backfill.confirm.title',
            body: 'integrations.backfill.confirm.body',
            button: 'integrations.backfill.send',
          },
          after: 'reload',
        },
      ],
    },
    {
      as: 'notice',
      severity: 'info',
      text: 'integrations.backfill.least',
      source: count,
      when: { field: 'is_least', is: true },
      stays: true,
    },
    {
      as: 'table',
      title: 'integrations.backfills',
      source: { route: 'integrations.backfills', params: ofPath, live: TOPIC },
      key: 'id',
      columns: [
        { field: 'first', title: 'integrations.backfill.first', as: 'date', narrow: 'first' },
        { field: 'last', title: 'integrations.backfill.last', as: 'date' },
        {
          field: 'state',
          title: 'integrations.column.state',
          as: 'state',
          states: {
            running: { title: 'integrations.backfill.state.running', severity: 'info' },
            done: { title: 'integrations.backfill.state.done', severity: 'good' },
            cancelled: { title: 'integrations.backfill.state.cancelled', severity: 'neutral' },
          },
        },
        { field: 'percentage', title: 'integrations.backfill.progress', as: 'progress' },
        { field: 'arrived', title: 'integrations.backfill.delivered', as: 'number', narrow: 'hide' },
        { field: 'waiting', title: 'integrations.backfill.waiting', as: 'number', narrow: 'hide' },
        { field: 'created_at', title: 'integrations.backfill.begun-at', as: 'time', narrow: 'hide' },
      ],
      row: {
        actions: [
          {
            id: 'integrations.act-backfill-cancel',
            title: 'integrations.backfill.cancel',
            icon: 'player-stop',
            ability,
            when: { field: 'state', is: 'running' },
            do: { call: 'integrations.backfill-cancel', params: { ...ofPath, backfill: { from: 'row', field: 'id' } } },
            confirm: {
              title: 'integrations.backfill.cancel.title',
              body: 'integrations.backfill.cancel.body',
              button: 'integrations.backfill.cancel',
            },
            after: 'reload',
          },
        ],
      },
      empty: { title: 'integrations.backfills.empty', help: 'integrations.backfills.empty.help' },
    },
  ],
});
