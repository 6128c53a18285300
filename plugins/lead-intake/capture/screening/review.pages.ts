import { type Action, definePage, type MenuDef } from '../../../../core/contract.ts';
import { REVIEW_PATH } from './alarm.job.ts';
import { HELD_FOR } from './newcomers.store.ts';

const TOPIC = 'review';
const may = ['update', 'HeldVisit'] as const;
const id = { from: 'row', field: 'id' } as const;
type Verb = 'release' | 'discard';
const icons = { release: 'check', discard: 'trash' };

const one = (verb: Verb): Action => ({
  id: `capture.review-${verb}`,
  title: `capture.review.${verb}`,
  icon: icons[verb],
  ability: may,
  ...(verb === 'discard' ? { emphasis: 'danger' as const } : { emphasis: 'primary' as const }),
  do: { call: `capture.${verb}`, params: { id } },
  confirm: { title: `capture.review.${verb}.title`, body: `capture.review.${verb}.body`, button: `capture.review.${verb}`, final: true },
  after: 'reload',
});
const all = (verb: Verb): Action => ({
  id: `capture.review-${verb}-all`,
  title: `capture.review.${verb}-all`,
  icon: icons[verb],
  ability: may,
  ...(verb === 'discard' ? { emphasis: 'danger' as const } : {}),
  when: { field: 'visits', is: 0, not: true },
  do: { call: `capture.${verb}-all` },
  confirm: {
    title: `capture.review.${verb}-all.title`,
    body: `capture.review.${verb}.body`,
    button: `capture.review.${verb}-all`,
    final: true,
  },
  after: 'reload',
});
const reasons = Object.fromEntries(
  HELD_FOR.map((reason) => [
    reason,
    { title: `capture.review.reason.${reason}`, severity: 'warn' as const, help: `capture.review.reason.${reason}.help` },
  ]),
);

export const reviewPage = definePage({
  id: 'capture.review-page',
  path: REVIEW_PATH,
  title: 'capture.review.title',
  ability: ['read', 'HeldVisit'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'capture.review.purpose', stays: true },
    {
      as: 'detail',
      title: 'capture.review.totals',
      source: { route: 'capture.held-totals', live: TOPIC },
      fields: [
        { field: 'visits', title: 'capture.review.visits', as: 'number' },
        { field: 'campaigns', title: 'capture.review.campaigns', as: 'number' },
      ],
      actions: [all('release'), all('discard')],
    },
    {
      as: 'table',
      title: 'capture.review.groups',
      source: { route: 'capture.held', live: TOPIC },
      key: 'id',
      pageSize: 25,
      columns: [
        { field: 'campaign', title: 'capture.review.campaign', as: 'text', note: 'client', narrow: 'first' },
        { field: 'reason', title: 'capture.review.reason', as: 'state', states: reasons },
        { field: 'network', title: 'capture.review.network', as: 'code' },
        { field: 'page', title: 'capture.review.page', as: 'text', narrow: 'hide' },
        { field: 'minute', title: 'capture.review.minute', as: 'time', narrow: 'hide' },
        { field: 'visits', title: 'capture.review.visits', as: 'number' },
      ],
      filters: [
        {
          name: 'reason',
          title: 'capture.review.reason',
          options: HELD_FOR.map((value) => ({ value, title: `capture.review.reason.${value}` })),
        },
      ],
      row: { actions: [one('release'), one('discard')] },
      bulk: [one('release'), one('discard')],
      empty: { title: 'capture.review.empty', help: 'capture.review.empty.help' },
      noMatch: { title: 'capture.review.no-match' },
    },
  ],
  help: HELD_FOR.map((reason) => ({
    severity: 'warn' as const,
    title: `capture.review.reason.${reason}`,
    text: `capture.review.reason.${reason}.help`,
  })),
});

export const reviewMenu: MenuDef = {
  id: 'capture.review-menu',
  parent: 'core.menu-work',
  title: 'capture.review.title',
  icon: 'shield-search',
  order: 44,
  ability: ['read', 'HeldVisit'],
  page: 'capture.review-page',
};
