import type { Block, PageExtension } from '../../core/contract.ts';

const endpoints: Block = {
  as: 'table',
  title: 'open-api.endpoints.title',
  key: 'id',
  source: { route: 'open-api.endpoint-rows' },
  columns: [
    { field: 'url', title: 'open-api.endpoint.url', as: 'text', narrow: 'first' },
    {
      field: 'mode',
      title: 'open-api.endpoint.mode',
      as: 'state',
      states: {
        live: { title: 'open-api.endpoint.mode.live', severity: 'good' },
        sandbox: { title: 'open-api.endpoint.mode.sandbox', severity: 'info' },
      },
    },
    { field: 'types', title: 'open-api.endpoint.types', as: 'tags', narrow: 'hide' },
    {
      field: 'state',
      title: 'open-api.endpoint.state',
      as: 'state',
      states: {
        active: { title: 'open-api.endpoint.state.active', severity: 'good' },
        stopped: { title: 'open-api.endpoint.state.stopped', severity: 'bad' },
      },
    },
    { field: 'last_sent_at', title: 'open-api.endpoint.last-sent', as: 'time', narrow: 'hide' },
    { field: 'last_error', title: 'open-api.endpoint.last-error', as: 'text', narrow: 'hide' },
  ],
  row: {
    actions: [
      {
        id: 'open-api.resume',
        title: 'open-api.endpoint.resume',
        icon: 'refresh',
        ability: ['update', 'WebhookEndpoint'],
        when: { field: 'state', is: 'stopped' },
        do: { call: 'open-api.replay', params: { id: { from: 'row', field: 'id' } } },
        after: 'reload',
      },
      {
        id: 'open-api.remove',
        title: 'open-api.endpoint.remove',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['delete', 'WebhookEndpoint'],
        do: { call: 'open-api.remove-endpoint', params: { id: { from: 'row', field: 'id' } } },
        confirm: {
          title: 'open-api.endpoint.remove.title',
          body: 'open-api.endpoint.remove.body',
          button: 'open-api.endpoint.remove',
          final: true,
        },
        after: 'remove-row',
      },
    ],
  },
  empty: { title: 'open-api.endpoints.empty', help: 'open-api.endpoints.empty.help' },
};

/** On the page of developer mode: where events are sent, and where the reference is. */
export const developerExtension: PageExtension = {
  role: 'developer.mode',
  order: 10,
  blocks: [
    {
      as: 'notice',
      severity: 'neutral',
      text: 'open-api.reference.notice',
      stays: true,
      action: {
        id: 'open-api.read',
        title: 'open-api.reference.title',
        icon: 'file-text',
        ability: 'public',
        do: { page: 'open-api.reference-page' },
      },
    },
    endpoints,
  ],
};
