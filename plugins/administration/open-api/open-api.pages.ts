import { addAction, type Block, type PageExtension } from '../../../core/contract.ts';
import { endpointModes, endpointStates } from './webhooks/endpoint.pages.ts';

const ofRow = { id: { from: 'row', field: 'id' } } as const;

const addEndpoint = addAction({
  id: 'open-api.add',
  title: 'open-api.endpoint.add',
  form: 'open-api.endpoint-form',
  ability: ['create', 'WebhookEndpoint'],
});

const endpoints: Block = {
  as: 'table',
  title: 'open-api.endpoints.title',
  key: 'id',
  source: { route: 'open-api.endpoint-rows' },
  columns: [
    {
      field: 'url',
      title: 'open-api.endpoint.url',
      as: 'text',
      narrow: 'first',
      to: { page: 'open-api.endpoint-page', params: ofRow },
    },
    {
      field: 'mode',
      title: 'open-api.endpoint.mode',
      as: 'state',
      states: endpointModes,
    },
    { field: 'types', title: 'open-api.endpoint.types', as: 'tags', narrow: 'hide' },
    {
      field: 'state',
      title: 'open-api.endpoint.state',
      as: 'state',
      states: endpointStates,
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
        when: { field: 'state', in: ['stopped', 'disabled'] },
        do: { call: 'open-api.replay', params: ofRow },
        after: 'reload',
      },
      {
        id: 'open-api.remove',
        title: 'open-api.endpoint.remove',
        icon: 'trash',
        emphasis: 'danger',
        ability: ['delete', 'WebhookEndpoint'],
        do: { call: 'open-api.remove-endpoint', params: ofRow },
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
  add: addEndpoint,
  empty: { title: 'open-api.endpoints.empty', help: 'open-api.endpoints.empty.help', action: addEndpoint },
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
