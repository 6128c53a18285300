import {
  type Action,
  type Block,
  flagOf,
  type NoticeBlock,
  type PageExtension,
  type Severity,
  type Source,
} from '../../../core/contract.ts';
import { PREPAID_TOPIC } from './buying.service.ts';

const campaign = { from: 'row' as const, field: 'leadspeek_api_id' };
const current: Source = { route: 'prepaid.current', params: { id: campaign }, live: PREPAID_TOPIC };

const notice = (state: string, severity: Severity): NoticeBlock => ({
  as: 'notice',
  severity,
  text: `prepaid.notice.${state}`,
  source: current,
  when: { field: 'state', is: state },
  stays: true,
});

// The row of a detail block is what its source answered, which names the campaign alike.
const continual = (to: 'stop' | 'resume'): Action => ({
  id: `prepaid.${to}-continual`,
  title: `prepaid.continual.${to}`,
  ability: ['buy', 'Pack'],
  icon: to === 'stop' ? 'player-pause' : 'player-play',
  when: to === 'stop' ? { field: 'continual', is: 'active' } : { field: 'continual', in: ['stopped', 'gave_up'] },
  do: { call: 'prepaid.stop-continual', body: { leadspeek_api_id: campaign, stop_continual: { value: flagOf(to === 'stop') } } },
  confirm: { title: `prepaid.continual.${to}.title`, body: `prepaid.continual.${to}.body`, button: `prepaid.continual.${to}` },
  after: 'reload',
});

const buyAction: Action = {
  id: 'prepaid.buy-leads',
  title: 'prepaid.buy.title',
  icon: 'shopping-cart-plus',
  emphasis: 'primary',
  ability: ['buy', 'Pack'],
  when: { field: 'state', in: ['none', 'awaiting', 'good', 'low', 'empty'] },
  do: {
    form: 'prepaid.buy-form',
    as: 'modal',
    prefill: { route: 'prepaid.wish', params: { id: campaign } },
    fixed: { leadspeek_api_id: campaign },
  },
  after: 'reload',
};

const inside: Block[] = [
  notice('other', 'info'),
  notice('none', 'info'),
  notice('awaiting', 'warn'),
  notice('low', 'warn'),
  notice('empty', 'bad'),
  notice('over', 'neutral'),
  {
    as: 'notice',
    severity: 'bad',
    text: 'prepaid.notice.gave_up',
    source: current,
    when: { field: 'continual', is: 'gave_up' },
    stays: true,
  },
  {
    as: 'detail',
    title: 'prepaid.balance.title',
    source: current,
    fields: [
      { field: 'remainingbalanceleads', title: 'prepaid.balance.remaining', as: 'number' },
      { field: 'delivered_leads', title: 'prepaid.balance.delivered', as: 'number' },
      { field: 'bought_leads', title: 'prepaid.balance.bought', as: 'number' },
      {
        field: 'continual',
        title: 'prepaid.continual.title',
        as: 'state',
        states: {
          off: { title: 'prepaid.continual.off', severity: 'neutral' },
          active: { title: 'prepaid.continual.active', severity: 'good', help: 'prepaid.continual.active.help' },
          stopped: { title: 'prepaid.continual.is-stopped', severity: 'neutral', help: 'prepaid.continual.is-stopped.help' },
          gave_up: { title: 'prepaid.continual.gave-up', severity: 'bad', help: 'prepaid.continual.gave-up.help' },
        },
      },
      { field: 'next_leads', title: 'prepaid.balance.next', as: 'number' },
      { field: 'next_cents', title: 'prepaid.balance.price', as: 'money' },
    ],
    actions: [buyAction, continual('stop'), continual('resume')],
  },
  {
    as: 'table',
    title: 'prepaid.packs.title',
    key: 'id',
    source: { route: 'prepaid.packs', params: { id: campaign }, live: PREPAID_TOPIC },
    columns: [
      { field: 'bought_at', title: 'prepaid.column.bought', as: 'date', narrow: 'first' },
      {
        field: 'state',
        title: 'prepaid.column.state',
        as: 'state',
        states: {
          awaiting: { title: 'prepaid.state.awaiting', severity: 'warn' },
          paid: { title: 'prepaid.state.paid', severity: 'good' },
          used_up: { title: 'prepaid.state.used_up', severity: 'neutral' },
          cancelled: { title: 'prepaid.state.cancelled', severity: 'neutral', help: 'prepaid.state.cancelled.help' },
        },
      },
      { field: 'leads', title: 'prepaid.column.leads', as: 'number', narrow: 'hide' },
      { field: 'remaining', title: 'prepaid.column.remaining', as: 'number' },
      { field: 'total_cents', title: 'prepaid.column.total', as: 'money' },
    ],
    empty: { title: 'prepaid.packs.empty', help: 'prepaid.packs.empty.help' },
  },
];

/** On the list of campaigns: what each has left, and more of it. */
export const campaignLeads: PageExtension = {
  role: 'campaigns.list',
  order: 40,
  blocks: [],
  actions: [
    {
      id: 'prepaid.leads',
      title: 'prepaid.action',
      icon: 'packages',
      ability: ['read', 'Pack'],
      do: { open: inside, as: 'drawer' },
    },
  ],
};
