import { type Block, definePage, type MenuDef, type State } from '../../../core/contract.ts';
import { connectionNotices, detail } from './connection-notices.ts';
import { connectionStates } from './connection-states.ts';
import { TOPIC } from './topic.ts';

const ofPath = { id: { from: 'path', field: 'id' } } as const;
const ofRow = { id: { from: 'row', field: 'id' } } as const;

export const deliveryStates: Record<string, State> = {
  pending: { title: 'integrations.delivery.pending', severity: 'info' },
  delivered: { title: 'integrations.delivery.delivered', severity: 'good' },
  failed: { title: 'integrations.delivery.failed', severity: 'warn', help: 'integrations.delivery.failed.help' },
  held: { title: 'integrations.delivery.held', severity: 'warn', help: 'integrations.delivery.held.help' },
  rejected: { title: 'integrations.delivery.rejected', severity: 'bad', help: 'integrations.delivery.rejected.help' },
  discarded: { title: 'integrations.delivery.discarded', severity: 'neutral', help: 'integrations.delivery.discarded.help' },
  skipped: { title: 'integrations.delivery.skipped', severity: 'neutral', help: 'integrations.delivery.skipped.help' },
};
const cardStates: Record<string, State> = {
  connected: { title: 'integrations.card.connected', severity: 'good' },
  reauthorise: { title: 'integrations.card.reauthorise', severity: 'bad' },
  attention: { title: 'integrations.card.attention', severity: 'bad' },
  open: { title: 'integrations.card.open', severity: 'neutral' },
  unavailable: { title: 'integrations.card.unavailable', severity: 'neutral', help: 'integrations.card.unavailable.help' },
};

/** Makes a lead at the other end, so it says so first. */
const testQuestion = {
  title: 'integrations.send-test.title',
  body: 'integrations.send-test.body',
  button: 'integrations.send-test.button',
} as const;

/** For agencies alone: which of their clients lose nothing, but get nothing either. */
const clientsTable: Block = {
  as: 'table',
  title: 'integrations.clients',
  source: { route: 'integrations.clients', live: TOPIC },
  key: 'id',
  columns: [
    { field: 'company', title: 'integrations.column.client', as: 'text', narrow: 'first' },
    { field: 'name', title: 'integrations.column.name', as: 'text' },
    { field: 'title', title: 'integrations.column.system', as: 'text', narrow: 'hide' },
    { field: 'state', title: 'integrations.column.state', as: 'state', states: connectionStates },
    { field: 'held', title: 'integrations.column.held', as: 'number' },
    { field: 'last_at', title: 'integrations.column.last-at', as: 'time', narrow: 'hide' },
  ],
  empty: { title: 'integrations.clients.empty', help: 'integrations.clients.empty.help' },
};

/** What is connected, then what can be. Connectors add the actions that open their forms (`extend`). */
const cataloguePage = definePage({
  id: 'integrations.catalogue-page',
  roles: ['integrations.catalogue'],
  path: '/integrations',
  title: 'integrations.title',
  ability: ['read', 'Connection'],
  blocks: [
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
        { field: 'held', title: 'integrations.column.held', as: 'number', narrow: 'hide' },
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
            confirm: testQuestion,
            after: 'reload',
          },
        ],
      },
      empty: { title: 'integrations.connections.empty', help: 'integrations.connections.empty.help' },
    },
    clientsTable,
    {
      as: 'cards',
      title: 'integrations.systems',
      source: { route: 'integrations.catalogue', live: TOPIC },
      key: 'connector',
      heading: 'title',
      text: 'summary',
      state: {
        field: 'state',
        states: cardStates,
      },
      actions: [
        {
          id: 'integrations.card-open',
          title: 'integrations.action.repair',
          icon: 'tool',
          ability: ['read', 'Connection'],
          when: { field: 'repairs', is: true },
          do: { page: 'integrations.connection-page', params: { id: { from: 'row', field: 'broken' } } },
        },
      ],
      empty: { title: 'integrations.cards.empty', help: 'integrations.cards.empty.help' },
    },
  ],
});

const connectionPage = definePage({
  id: 'integrations.connection-page',
  roles: ['integrations.connection'],
  path: '/integrations/:id',
  title: 'integrations.connection',
  ability: ['read', 'Connection'],
  above: { page: 'integrations.catalogue-page' },
  head: {
    source: detail,
    heading: 'name',
    state: { field: 'state', states: connectionStates },
    facts: [{ field: 'title', title: 'integrations.column.system', as: 'text' }],
  },
  blocks: [
    ...connectionNotices,
    {
      as: 'detail',
      title: 'integrations.connection',
      source: detail,
      fields: [
        { field: 'address', title: 'integrations.column.address', as: 'code', optional: true },
        {
          field: 'enabled',
          title: 'integrations.column.enabled',
          as: 'switch',
          toggle: { call: 'integrations.enable', params: ofPath, body: {}, field: 'enabled' },
        },
        { field: 'last_result', title: 'integrations.column.last', as: 'code', optional: true },
        { field: 'last_at', title: 'integrations.column.last-at', as: 'time', optional: true },
        { field: 'held', title: 'integrations.column.held', as: 'number' },
        { field: 'rejected', title: 'integrations.column.rejected', as: 'number' },
      ],
      actions: [
        {
          id: 'integrations.go-sending',
          title: 'integrations.sending',
          icon: 'settings',
          ability: ['read', 'Connection'],
          do: { page: 'integrations.sending-page', params: ofPath },
        },
        {
          id: 'integrations.go-template',
          title: 'integrations.template',
          icon: 'code',
          ability: ['update', 'Connection'],
          when: { field: 'has_template', is: true },
          do: { page: 'integrations.template-page', params: ofPath },
        },
        {
          id: 'integrations.go-backfill',
          title: 'integrations.backfill',
          icon: 'history',
          ability: ['update', 'Connection'],
          do: { page: 'integrations.backfill-page', params: ofPath },
        },
        {
          id: 'integrations.check-now',
          title: 'integrations.action.check',
          icon: 'plug-connected',
          ability: ['update', 'Connection'],
          when: { field: 'has_test', is: true },
          do: { call: 'integrations.check', params: ofPath },
        },
        {
          id: 'integrations.act-authorize',
          title: 'integrations.action.authorize',
          icon: 'plug-connected',
          ability: ['update', 'Connection'],
          when: { field: 'has_sign_in', is: true },
          do: { call: 'integrations.authorize', params: ofPath },
        },
        {
          id: 'integrations.send-test',
          title: 'integrations.action.test',
          icon: 'send',
          ability: ['update', 'Connection'],
          do: { call: 'integrations.test', params: ofPath },
          confirm: testQuestion,
        },
        {
          id: 'integrations.act-discard',
          title: 'integrations.action.discard',
          icon: 'archive-off',
          ability: ['update', 'Delivery'],
          when: { field: 'held', is: 0, not: true },
          do: { call: 'integrations.discard-held', params: ofPath },
          confirm: {
            title: 'integrations.discard.title',
            body: 'integrations.discard.body',
            button: 'integrations.discard.button',
            final: true,
          },
        },
        {
          id: 'integrations.act-replay-rejected',
          title: 'integrations.action.replay-rejected',
          icon: 'refresh',
          ability: ['update', 'Delivery'],
          when: { field: 'rejected', is: 0, not: true },
          do: { call: 'integrations.replay-rejected', params: ofPath },
          confirm: {
            title: 'integrations.replay-rejected.title',
            body: 'integrations.replay-rejected.body',
            button: 'integrations.replay-rejected.button',
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
          emphasis: 'danger',
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
        { field: 'event', title: 'integrations.column.event', as: 'text' },
        { field: 'lead', title: 'integrations.column.about', as: 'text' },
        {
          field: 'kind',
          title: 'integrations.column.kind',
          as: 'state',
          narrow: 'hide',
          states: {
            lead: { title: 'integrations.kind.lead', severity: 'neutral' },
            event: { title: 'integrations.kind.event', severity: 'neutral' },
            test: { title: 'integrations.kind.test', severity: 'info' },
            repeat: { title: 'integrations.kind.repeat', severity: 'info' },
          },
        },
        { field: 'state', title: 'integrations.column.state', as: 'state', states: deliveryStates },
        { field: 'attempts', title: 'integrations.column.attempts', as: 'number', narrow: 'hide' },
        { field: 'response', title: 'integrations.column.response', as: 'code' },
        { field: 'ref', title: 'integrations.column.ref', as: 'code', narrow: 'hide' },
        { field: 'next_at', title: 'integrations.column.next', as: 'time', narrow: 'hide' },
        { field: 'held_until', title: 'integrations.column.held-until', as: 'time', narrow: 'hide' },
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
            when: { field: 'can_send', is: true },
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
