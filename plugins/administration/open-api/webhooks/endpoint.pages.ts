import { type Block, definePage, type Source, type State } from '../../../../core/contract.ts';

const ofPath = { id: { from: 'path', field: 'id' } } as const;
const detail: Source = { route: 'open-api.endpoint-detail', params: ofPath };
const update = ['update', 'WebhookEndpoint'] as const;

export const endpointStates: Record<string, State> = {
  active: { title: 'open-api.endpoint.state.active', severity: 'good' },
  stopped: { title: 'open-api.endpoint.state.stopped', severity: 'bad', help: 'open-api.endpoint.state.stopped.help' },
  disabled: { title: 'open-api.endpoint.state.disabled', severity: 'neutral' },
};
export const endpointModes: Record<string, State> = {
  live: { title: 'open-api.endpoint.mode.live', severity: 'good' },
  sandbox: { title: 'open-api.endpoint.mode.sandbox', severity: 'info' },
};

const deliveries: Block = {
  as: 'table',
  title: 'open-api.deliveries.title',
  key: 'id',
  source: { route: 'open-api.delivery-rows', params: ofPath },
  pageSize: 25,
  columns: [
    { field: 'at', title: 'open-api.delivery.at', as: 'time', narrow: 'first' },
    { field: 'type', title: 'open-api.delivery.type', as: 'code' },
    {
      field: 'result',
      title: 'open-api.delivery.result',
      as: 'state',
      states: {
        delivered: { title: 'open-api.delivery.delivered', severity: 'good' },
        failed: { title: 'open-api.delivery.failed', severity: 'bad' },
      },
    },
    { field: 'status', title: 'open-api.delivery.status', as: 'code', narrow: 'hide' },
    { field: 'error', title: 'open-api.delivery.error', as: 'text', narrow: 'hide' },
    { field: 'milliseconds', title: 'open-api.delivery.milliseconds', as: 'number', narrow: 'hide' },
    { field: 'event_id', title: 'open-api.delivery.event', as: 'code', narrow: 'hide' },
  ],
  filters: [{ name: 'Result', title: 'open-api.delivery.result', options: [{ value: 'failed', title: 'open-api.delivery.failed' }] }],
  row: {
    actions: [
      {
        id: 'open-api.act-replay-delivery',
        title: 'open-api.delivery.replay',
        icon: 'refresh',
        ability: update,
        when: { field: 'can_replay', is: true },
        do: { call: 'open-api.replay-delivery', params: { ...ofPath, delivery: { from: 'row', field: 'id' } } },
        confirm: {
          title: 'open-api.delivery.replay.title',
          body: 'open-api.delivery.replay.body',
          button: 'open-api.delivery.replay',
        },
        after: 'reload',
      },
    ],
  },
  empty: { title: 'open-api.deliveries.empty', help: 'open-api.deliveries.empty.help' },
  noMatch: { title: 'open-api.deliveries.none-failed' },
};

/** One endpoint: how it stands, what was sent to it, and what can be done about it. */
export const endpointPage = definePage({
  id: 'open-api.endpoint-page',
  path: '/user/developer/endpoints/:id',
  title: 'open-api.endpoint.title',
  ability: ['read', 'WebhookEndpoint'],
  above: { page: 'developer.page' },
  blocks: [
    {
      as: 'notice',
      severity: 'info',
      text: 'open-api.endpoint.rotating',
      source: detail,
      when: { field: 'rotating', is: true },
      stays: true,
    },
    {
      as: 'detail',
      title: 'open-api.endpoint.title',
      source: detail,
      fields: [
        { field: 'url', title: 'open-api.endpoint.url', as: 'code' },
        { field: 'mode', title: 'open-api.endpoint.mode', as: 'state', states: endpointModes },
        { field: 'state', title: 'open-api.endpoint.state', as: 'state', states: endpointStates },
        { field: 'types', title: 'open-api.endpoint.types', as: 'tags' },
        { field: 'failures', title: 'open-api.endpoint.failures', as: 'number' },
        { field: 'last_sent_at', title: 'open-api.endpoint.last-sent', as: 'time' },
        { field: 'last_error', title: 'open-api.endpoint.last-error', as: 'text' },
        { field: 'old_secret_until', title: 'open-api.endpoint.old-until', as: 'time' },
      ],
      actions: [
        {
          id: 'open-api.act-test',
          title: 'open-api.endpoint.test',
          icon: 'send',
          ability: update,
          do: { call: 'open-api.test-endpoint', params: ofPath },
          after: 'reload',
        },
        {
          id: 'open-api.act-resume',
          title: 'open-api.endpoint.resume',
          icon: 'refresh',
          ability: update,
          when: { field: 'state', in: ['stopped', 'disabled'] },
          do: { call: 'open-api.replay', params: ofPath },
          after: 'reload',
        },
        {
          id: 'open-api.act-rotate',
          title: 'open-api.endpoint.rotate',
          icon: 'key',
          ability: update,
          do: { call: 'open-api.rotate-secret-here', params: ofPath },
          confirm: {
            title: 'open-api.endpoint.rotate.title',
            body: 'open-api.endpoint.rotate.body',
            button: 'open-api.endpoint.rotate',
          },
          after: 'reload',
        },
        {
          id: 'open-api.act-disable',
          title: 'open-api.endpoint.disable',
          icon: 'player-pause',
          ability: update,
          when: { field: 'state', is: 'active' },
          do: { call: 'open-api.disable-endpoint', params: ofPath },
          confirm: {
            title: 'open-api.endpoint.disable.title',
            body: 'open-api.endpoint.disable.body',
            button: 'open-api.endpoint.disable',
          },
          after: 'reload',
        },
      ],
    },
    deliveries,
  ],
});
