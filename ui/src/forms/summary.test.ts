import { expect, test } from 'vitest';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import { sectionsOf, summaryOf } from './summary.ts';

const field = (title: string, more: object = {}) => ({ type: 'string', title, ...more });
const body = {
  title: 'Campaign settings',
  order: ['name', 'from', 'limit', 'per', 'budget', 'states', 'told', 'phone', 'hide', 'id'],
  schema: {
    type: 'object',
    properties: {
      id: field('ID'),
      name: field('Name'),
      from: field('Start date'),
      limit: { type: 'integer', title: 'Lead limit' },
      per: field('Per'),
      budget: field('Monthly budget'),
      states: { type: 'array', title: 'States', items: { type: 'string' } },
      told: { type: 'array', title: 'Notify', items: { type: 'integer' } },
      phone: field('Only with a phone number'),
      hide: field('Show phone numbers'),
    },
  },
  ui: {
    id: { widget: 'hidden' },
    name: { widget: 'text' },
    from: { widget: 'date', group: 'Schedule' },
    limit: { widget: 'number', group: 'Limits' },
    per: { widget: 'select', group: 'Limits', labels: { day: 'day' }, qualifies: 'limit' },
    budget: { widget: 'text', prefix: '$', group: 'Limits' },
    states: { widget: 'tags', group: 'People' },
    told: { widget: 'select', group: 'People' },
    phone: { widget: 'flag', group: 'People' },
    hide: { widget: 'flag', negated: true, group: 'People' },
  },
} as unknown as WireFormBody;
const summaries = (answer: object) => sectionsOf(body).map((section) => summaryOf(body, answer as Record<string, unknown>, section, 'en'));

test('sections are the groups in the order of their fields; the first bears the name of the form', () => {
  expect(sectionsOf(body).map(({ title, fields }) => [title, fields.length])).toEqual([
    ['Campaign settings', 1],
    ['Schedule', 1],
    ['Limits', 3],
    ['People', 4],
  ]);
});

test('a summary says what is set, as people read it', () => {
  const all = { name: 'Shop', limit: 25, per: 'day', budget: '500', states: ['TX', 'CA', 'IL', 'NY'], told: [3, 4], phone: 'T', hide: 'F' };
  expect(summaries(all)).toEqual([
    'Name: Shop',
    '',
    'Lead limit: 25 (day) · Monthly budget: $500',
    'States: TX, CA, IL, +1 · Notify: 2 · Only with a phone number · Show phone numbers',
  ]);
});

test('what is chosen from a call is named once its names are there', () => {
  const source = { method: 'GET', path: '/campaigns' };
  const chosen = (labels?: Record<string, string>) => ({
    ...body,
    ui: { ...body.ui, told: { widget: 'select', group: 'People', options: source, labels } },
  });
  const [section] = sectionsOf(body).slice(-1);
  const summary = (labels?: Record<string, string>) =>
    summaryOf(chosen(labels) as unknown as WireFormBody, { told: ['3', '4'] }, section!, 'en');
  expect(summary()).toContain('Notify: 2');
  expect(summary({ 3: 'Ann', 4: 'Bob' })).toContain('Notify: Ann, Bob');
});

test('what is off, empty or without a limit says nothing, nor does what qualifies it', () => {
  const none = { name: '', limit: 0, per: 'day', budget: '0', states: [], told: [], phone: 'F', hide: 'T' };
  expect(summaries(none)).toEqual(['', '', '', '']);
  expect(summaries({ limit: 5, phone: 'F' })[2]).toBe('Lead limit: 5');
});
