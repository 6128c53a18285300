import { defineForm, definePage, type Block, type PageDef, T } from '../../core/contract.ts';
import { ENTRIES } from './entries/index.ts';
import { SHOWN } from './frame.ts';
import { SEND } from './sources.ts';

const READ = ['read', 'Catalogue'] as const;
const entry = { entry: { from: 'path', field: 'entry' } } as const;
const KINDS = {
  block: { title: 'catalogue.kind.block', severity: 'info' },
  overview: { title: 'catalogue.kind.overview', severity: 'good' },
  widget: { title: 'catalogue.kind.widget', severity: 'warn' },
  screen: { title: 'catalogue.kind.screen', severity: 'neutral' },
} as const;

const list = definePage({
  id: 'catalogue.list',
  path: '/catalogue',
  title: 'catalogue.title',
  ability: READ,
  blocks: [
    {
      as: 'table',
      source: { route: 'catalogue.entries' },
      key: 'id',
      pageSize: 100,
      search: true,
      filters: [
        { name: 'kind', title: 'catalogue.field.kind', options: Object.entries(KINDS).map(([value, { title }]) => ({ value, title })) },
      ],
      columns: [
        {
          field: 'id',
          title: 'catalogue.field.name',
          as: 'text',
          narrow: 'first',
          to: { page: 'catalogue.entry', params: { entry: { from: 'row', field: 'id' } } },
        },
        { field: 'of', title: 'catalogue.field.descriptor', as: 'code' },
        { field: 'kind', title: 'catalogue.field.kind', as: 'state', states: KINDS },
        { field: 'about', title: 'catalogue.field.about', as: 'text', narrow: 'hide' },
      ],
      empty: { title: 'catalogue.empty' },
    },
  ],
});

const one = definePage({
  id: 'catalogue.entry',
  path: '/catalogue/:entry',
  title: 'catalogue.title',
  ability: READ,
  above: { page: 'catalogue.list' },
  head: {
    source: { route: 'catalogue.entry', params: entry },
    heading: 'id',
    state: { field: 'kind', states: KINDS, note: 'about' },
  },
  blocks: [
    {
      as: 'view',
      view: 'catalogue.frame',
      source: { route: 'catalogue.entry', params: entry },
      instead: { as: 'notice', severity: 'warn', text: 'catalogue.nested' },
    },
    {
      as: 'code',
      title: 'catalogue.descriptor',
      help: 'catalogue.descriptor.help',
      source: { route: 'catalogue.entry', params: entry },
      field: 'json',
    },
    {
      as: 'table',
      title: 'catalogue.members',
      source: { route: 'catalogue.members', params: entry },
      key: 'name',
      pageSize: 100,
      columns: [
        { field: 'name', title: 'catalogue.field.member', as: 'code', narrow: 'first' },
        { field: 'type', title: 'catalogue.field.type', as: 'code' },
        { field: 'doc', title: 'catalogue.field.about', as: 'text' },
      ],
      empty: { title: 'catalogue.empty' },
    },
  ],
});

/** Each entry by itself, without menu and top bar. */
const shown: PageDef[] = ENTRIES.map(({ id, blocks }) =>
  definePage({
    id: `catalogue.shown-${id}`,
    path: SHOWN + id,
    title: 'catalogue.title',
    ability: READ,
    layout: 'bare',
    blocks: blocks as Block[],
  }),
);
export const cataloguePages = [list, one, ...shown];

const sampleForm = defineForm({
  id: 'catalogue.sample-form',
  version: 1,
  title: 'catalogue.sample-form',
  schema: T.Object({
    name: T.String({ minLength: 1, maxLength: 400 }),
    amount: T.Optional(T.Integer({ minimum: 0 })),
    kind: T.Optional(T.Enum(['daily', 'weekly', 'monthly'])),
    active: T.Optional(T.Boolean()),
    note: T.Optional(T.String({ maxLength: 1_000 })),
  }),
  ui: {
    name: { group: 'catalogue.thing' },
    amount: { widget: 'money', group: 'catalogue.thing', span: 6 },
    kind: { group: 'catalogue.thing', span: 6 },
    active: { group: 'catalogue.further' },
    note: { widget: 'textarea', group: 'catalogue.further', help: 'catalogue.empty.help' },
  },
  submit: 'catalogue.send',
  ability: SEND,
});
export const catalogueForms = [sampleForm, ...ENTRIES.flatMap(({ form }) => (form ? [form] : []))];
