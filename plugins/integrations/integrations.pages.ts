import { definePage, type MenuDef, type Source, type State } from '../../core/contract.ts';

const TOPIC = 'integrations';
const ofPath = { id: { from: 'path', field: 'id' } } as const;
const ofRow = { id: { from: 'row', field: 'id' } } as const;
const secret: Source = { route: 'integrations.secret', params: ofPath };

const connectionStates: Record<string, State> = {
  ok: { title: 'integrations.state.ok', tone: 'good' },
  held: { title: 'integrations.state.held', tone: 'warn', help: 'integrations.state.held.help' },
  disabled: { title: 'integrations.state.disabled', tone: 'bad', help: 'integrations.state.disabled.help' },
  off: { title: 'integrations.state.off', tone: 'neutral' },
  gone: { title: 'integrations.state.gone', tone: 'bad', help: 'integrations.state.gone.help' },
};
const deliveryStates: Record<string, State> = {
  pending: { title: 'integrations.delivery.pending', tone: 'info' },
  delivered: { title: 'integrations.delivery.delivered', tone: 'good' },
  failed: { title: 'integrations.delivery.failed', tone: 'warn', help: 'integrations.delivery.failed.help' },
  held: { title: 'integrations.delivery.held', tone: 'bad', help: 'integrations.delivery.held.help' },
  dead: { title: 'integrations.delivery.dead', tone: 'bad', help: 'integrations.delivery.dead.help' },
  skipped: { title: 'integrations.delivery.skipped', tone: 'neutral' },
};

/** Connectors add the actions that open their forms (`extend`). */
const cataloguePage = definePage({
  id: 'integrations.catalogue-page',
  path: '/integrations',
  title: 'integrations.title',
  ability: ['read', 'Connection'],
  blocks: [
    {
      as: 'cards',
      source: { route: 'integrations.catalogue', live: TOPIC },
      key: 'connector',
      heading: 'title',
      text: 'summary',
      state: {
        field: 'state',
        states: {
          connected: { title: 'integrations.card.connected', tone: 'good' },
          open: { title: 'integrations.card.open', tone: 'neutral' },
        },
      },
      empty: { title: 'integrations.cards.empty', help: 'integrations.cards.empty.help' },
    },
    {
      as: 'table',
      title: 'integrations.connections',
      source: { route: 'integrations.connections', live: TOPIC },
      key: 'id',
      columns: [
        {
          field: 'name',
          title: 'integrations.column.name',
          as: 'text',
          narrow: 'first',
          to: { page: 'integrations.connection-page', params: ofRow },
        },
        { field: 'title', title: 'integrations.column.system', as: 'text', narrow: 'hide' },
        { field: 'state', title: 'integrations.column.state', as: 'state', states: connectionStates },
        { field: 'last_result', title: 'integrations.column.last', as: 'text', narrow: 'hide' },
        { field: 'last_at', title: 'integrations.column.last-at', as: 'time', narrow: 'hide' },
        {
          field: 'enabled',
          title: 'integrations.column.enabled',
          as: 'switch',
          toggle: { call: 'integrations.enable', params: ofRow, body: {}, field: 'enabled' },
        },
      ],
      row: {
        actions: [
          {
            id: 'integrations.open',
            title: 'integrations.action.open',
            icon: 'list',
            ability: ['read', 'Connection'],
            do: { page: 'integrations.connection-page', params: ofRow },
          },
          {
            id: 'integrations.row-test',
            title: 'integrations.action.test',
            icon: 'send',
            ability: ['update', 'Connection'],
            do: { call: 'integrations.test', params: ofRow },
            after: 'reload',
          },
        ],
      },
      empty: { title: 'integrations.connections.empty', help: 'integrations.connections.empty.help' },
    },
  ],
});

const connectionPage = definePage({
  id: 'integrations.connection-page',
  path: '/integrations/:id',
  title: 'integrations.connection',
  ability: ['read', 'Connection'],
  blocks: [
    {
      as: 'notice',
      tone: 'warn',
      text: 'integrations.secret.notice',
      source: secret,
      when: { field: 'open', is: true },
      stays: true,
      action: {
        id: 'integrations.show-secret',
        title: 'integrations.action.show-secret',
        icon: 'key',
        ability: ['update', 'Connection'],
        do: {
          as: 'modal',
          open: [
            {
              as: 'code',
              title: 'integrations.secret',
              help: 'integrations.secret.help',
              source: secret,
              field: 'secret',
              actions: [
                {
                  id: 'integrations.hide-secret',
                  title: 'integrations.action.hide-secret',
                  icon: 'check',
                  ability: ['update', 'Connection'],
                  do: { call: 'integrations.secret-saved', params: ofPath },
                },
              ],
            },
          ],
        },
      },
    },
    {
      as: 'detail',
      title: 'integrations.connection',
      source: { route: 'integrations.detail', params: ofPath, live: TOPIC },
      fields: [
        { field: 'name', title: 'integrations.column.name', as: 'text' },
        { field: 'title', title: 'integrations.column.system', as: 'text' },
        { field: 'address', title: 'integrations.column.address', as: 'code' },
        { field: 'state', title: 'integrations.column.state', as: 'state', states: connectionStates },
        {
          field: 'enabled',
          title: 'integrations.column.enabled',
          as: 'switch',
          toggle: { call: 'integrations.enable', params: ofPath, body: {}, field: 'enabled' },
        },
        { field: 'last_result', title: 'integrations.column.last', as: 'code' },
        { field: 'last_at', title: 'integrations.column.last-at', as: 'time' },
      ],
      actions: [
        {
          id: 'integrations.send-test',
          title: 'integrations.action.test',
          icon: 'send',
          tone: 'primary',
          ability: ['update', 'Connection'],
          do: { call: 'integrations.test', params: ofPath },
        },
        {
          id: 'integrations.act-replay-all',
          title: 'integrations.action.replay-all',
          icon: 'refresh',
          ability: ['update', 'Delivery'],
          when: { field: 'held', is: 0, not: true },
          do: { call: 'integrations.replay-all', params: ofPath },
          confirm: {
            title: 'integrations.replay-all.title',
            body: 'integrations.replay-all.body',
            button: 'integrations.replay-all.button',
          },
        },
        {
          id: 'integrations.new-secret',
          title: 'integrations.action.new-secret',
          icon: 'key',
          ability: ['update', 'Connection'],
          when: { field: 'has_secret', is: true },
          do: { call: 'integrations.secret-new', params: ofPath },
          confirm: {
            title: 'integrations.new-secret.title',
            body: 'integrations.new-secret.body',
            button: 'integrations.new-secret.button',
            final: true,
          },
        },
        {
          id: 'integrations.act-remove',
          title: 'integrations.action.remove',
          icon: 'trash',
          tone: 'danger',
          ability: ['delete', 'Connection'],
          do: { call: 'integrations.remove', params: ofPath },
          confirm: {
            title: 'integrations.remove.title',
            body: 'integrations.remove.body',
            button: 'integrations.remove.button',
            final: true,
          },
        },
      ],
    },
    {
      as: 'table',
      title: 'integrations.log',
      source: { route: 'integrations.deliveries', params: ofPath, live: TOPIC },
      key: 'id',
      pageSize: 25,
      columns: [
        { field: 'created_at', title: 'integrations.column.created', as: 'time', narrow: 'first' },
        {
          field: 'kind',
          title: 'integrations.column.kind',
          as: 'state',
          narrow: 'hide',
          states: {
            lead: { title: 'integrations.kind.lead', tone: 'neutral' },
            test: { title: 'integrations.kind.test', tone: 'info' },
            repeat: { title: 'integrations.kind.repeat', tone: 'info' },
          },
        },
        { field: 'state', title: 'integrations.column.state', as: 'state', states: deliveryStates },
        { field: 'attempts', title: 'integrations.column.attempts', as: 'number', narrow: 'hide' },
        { field: 'response', title: 'integrations.column.response', as: 'code' },
        { field: 'next_at', title: 'integrations.column.next', as: 'time', narrow: 'hide' },
      ],
      filters: [
        {
          name: 'State',
          title: 'integrations.column.state',
          options: Object.entries(deliveryStates).map(([value, { title }]) => ({ value, title })),
        },
      ],
      row: {
        actions: [
          {
            id: 'integrations.act-replay',
            title: 'integrations.action.replay',
            icon: 'refresh',
            ability: ['update', 'Delivery'],
            when: { field: 'state', is: 'pending', not: true },
            do: { call: 'integrations.replay', params: { ...ofPath, delivery: { from: 'row', field: 'id' } } },
            after: 'reload',
          },
        ],
      },
      empty: { title: 'integrations.log.empty', help: 'integrations.log.empty.help' },
      noMatch: { title: 'integrations.log.no-match' },
    },
  ],
});

export const integrationPages = [cataloguePage, connectionPage];
export const integrationMenu: MenuDef[] = [
  {
    id: 'integrations.profile-entry',
    parent: 'core.profile',
    title: 'integrations.title',
    icon: 'plug-connected',
    order: 40,
    ability: ['read', 'Connection'],
    page: 'integrations.catalogue-page',
  },
];
