import {
  type Action,
  addAction,
  type Binding,
  type Block,
  defineForm,
  definePage,
  type FormDef,
  type MenuDef,
  type PageDef,
  type Source,
  T,
} from '../../../../core/contract.ts';
import { DocumentName, DocumentText } from './documents.routes.ts';
import { TOPIC } from './documents.service.ts';
import { TRIALS } from './try.ts';

const read = ['read', 'ConnectorDocument'] as const;
const update = ['update', 'ConnectorDocument'] as const;
const publish = ['publish', 'ConnectorDocument'] as const;
const ofPath: Record<string, Binding> = { document: { from: 'path', field: 'document' } };
const ofRow: Record<string, Binding> = { document: { from: 'row', field: 'document' } };
const text = (name: string): string => `declarative-connectors.${name}`;

const states = {
  published: { title: text('state.published'), severity: 'good' },
  shipped: { title: text('state.shipped'), severity: 'good', help: text('state.shipped.help') },
  draft: { title: text('state.draft'), severity: 'info' },
  withdrawn: { title: text('state.withdrawn'), severity: 'warn', help: text('state.withdrawn.help') },
} as const;
const drafted = { T: { title: text('drafted'), severity: 'info' }, F: { title: text('drafted.none'), severity: 'neutral' } } as const;

export const documentForms: FormDef[] = [
  defineForm({
    id: 'declarative-connectors.create-form',
    version: 1,
    title: text('create'),
    button: text('create.button'),
    schema: T.Object({ document: DocumentName }),
    ui: { document: { widget: 'text', autocomplete: 'off', placeholder: text('create.placeholder') } },
    submit: 'declarative-connectors.create',
    ability: ['create', 'ConnectorDocument'],
  }),
  defineForm({
    id: 'declarative-connectors.draft-form',
    version: 1,
    title: text('editor'),
    button: text('save'),
    schema: T.Object({ text: DocumentText, edits: T.Integer({ minimum: 0 }) }),
    ui: { text: { widget: 'declarative-connectors.document' }, edits: { widget: 'hidden' } },
    submit: 'declarative-connectors.save',
    ability: update,
  }),
  defineForm({
    id: 'declarative-connectors.try-form',
    version: 1,
    title: text('try'),
    button: text('try.button'),
    saving: text('try.calling'),
    schema: T.Object({
      what: T.Enum([...TRIALS]),
      auth: T.String({ minLength: 2, maxLength: 8_000 }),
      who: T.Optional(T.String({ minLength: 1, maxLength: 200 })),
    }),
    ui: {
      what: { widget: 'radio' },
      auth: { widget: 'code' },
      who: { widget: 'text', autocomplete: 'off', when: { field: 'what', is: 'erase' } },
    },
    submit: 'declarative-connectors.try',
    ability: update,
  }),
];

const one: Source = { route: 'declarative-connectors.one', params: ofPath, live: TOPIC };
const answered: Source = { route: 'declarative-connectors.try' };

const listBlock: Block = {
  as: 'table',
  source: { route: 'declarative-connectors.list', live: TOPIC },
  key: 'document',
  columns: [
    {
      field: 'title',
      title: text('column.title'),
      as: 'text',
      narrow: 'first',
      note: 'document',
      to: { page: 'declarative-connectors.page', params: ofRow },
    },
    { field: 'state', title: text('column.state'), as: 'state', states },
    { field: 'version_name', title: text('column.version'), as: 'text', narrow: 'hide' },
    { field: 'drafted', title: text('column.drafted'), as: 'state', states: drafted },
  ],
  add: addAction({
    id: 'declarative-connectors.add',
    title: text('create'),
    form: 'declarative-connectors.create-form',
    ability: ['create', 'ConnectorDocument'],
  }),
  empty: { title: text('empty') },
};

const publishing: Action[] = [
  {
    id: 'declarative-connectors.act-publish',
    title: text('publish'),
    icon: 'upload',
    emphasis: 'primary',
    ability: publish,
    when: { field: 'drafted', is: 'T' },
    do: { call: 'declarative-connectors.publish', params: ofPath, body: { edits: { from: 'row', field: 'edits' } } },
    unsaved: { form: 'declarative-connectors.draft-form', lacking: text('publish.unsaved') },
    confirm: { title: text('publish.title'), body: text('publish.body'), button: text('publish') },
    after: 'reload',
  },
  {
    id: 'declarative-connectors.act-drop',
    title: text('drop'),
    icon: 'trash',
    ability: update,
    when: { field: 'drafted', is: 'T' },
    do: { call: 'declarative-connectors.drop', params: ofPath },
    confirm: { title: text('drop.title'), body: text('drop.body'), button: text('drop'), final: true },
    after: 'reload',
  },
  {
    id: 'declarative-connectors.act-unpublish',
    title: text('unpublish'),
    icon: 'plug-connected-x',
    emphasis: 'danger',
    ability: publish,
    when: { field: 'state', in: ['published', 'shipped'] },
    do: { call: 'declarative-connectors.unpublish', params: ofPath },
    confirm: { title: text('unpublish.title'), body: text('unpublish.body'), button: text('unpublish') },
    after: 'reload',
  },
];

const ofVersion: Record<string, Binding> = { ...ofPath, version: { from: 'row', field: 'version' } };
const historyBlock: Block = {
  as: 'table',
  source: { route: 'declarative-connectors.versions', params: ofPath, live: TOPIC },
  key: 'version',
  columns: [
    { field: 'version_name', title: text('column.version'), as: 'text', narrow: 'first' },
    { field: 'published_at', title: text('column.published-at'), as: 'time' },
    { field: 'published_by', title: text('column.published-by'), as: 'text' },
    {
      field: 'state',
      title: text('column.state'),
      as: 'state',
      states: {
        current: { title: text('version.current'), severity: 'good' },
        earlier: { title: text('version.earlier'), severity: 'neutral' },
      },
    },
  ],
  row: {
    open: {
      blocks: [
        { as: 'code', title: text('version.text'), source: { route: 'declarative-connectors.version', params: ofVersion }, field: 'text' },
      ],
    },
    where: 'drawer',
    actions: [
      {
        id: 'declarative-connectors.act-restore',
        title: text('restore'),
        icon: 'history',
        ability: publish,
        when: { field: 'state', is: 'earlier' },
        do: { call: 'declarative-connectors.restore', params: ofVersion },
        confirm: { title: text('restore.title'), body: text('restore.body'), button: text('restore') },
        after: 'reload',
      },
    ],
  },
  empty: { title: text('history.empty') },
};

const tryBlock: Block = {
  as: 'form',
  form: 'declarative-connectors.try-form',
  prefill: { route: 'declarative-connectors.one', params: ofPath },
  fixed: ofPath,
  answer: [
    ...(['good', 'warn', 'bad'] as const).map((severity): Block => ({
      as: 'notice',
      severity,
      text: text('try.outcome'),
      source: answered,
      when: { field: 'severity', is: severity },
      stays: true,
    })),
    { as: 'code', title: text('try.calls'), help: text('try.calls.help'), source: answered, field: 'calls' },
  ],
};

export const documentPages: PageDef[] = [
  definePage({
    id: 'declarative-connectors.list-page',
    path: '/configuration/connectors',
    title: text('title'),
    ability: read,
    blocks: [listBlock],
  }),
  definePage({
    id: 'declarative-connectors.page',
    path: '/configuration/connectors/:document',
    title: text('editor'),
    ability: read,
    above: { page: 'declarative-connectors.list-page' },
    head: {
      source: one,
      heading: 'title',
      state: { field: 'state', states },
      facts: [
        { field: 'document', title: text('column.document'), as: 'code' },
        { field: 'version_name', title: text('column.version'), as: 'text' },
        { field: 'drafted', title: text('column.drafted'), as: 'state', states: drafted },
        { field: 'faults', title: text('column.faults'), as: 'number' },
      ],
      actions: publishing,
    },
    blocks: [
      {
        as: 'tabs',
        address: true,
        tabs: [
          {
            id: 'document',
            title: text('tab.document'),
            ability: update,
            blocks: [{ as: 'form', form: 'declarative-connectors.draft-form', prefill: one, fixed: ofPath, after: 'reload' }],
          },
          { id: 'try', title: text('tab.try'), ability: update, blocks: [tryBlock] },
          {
            id: 'changes',
            title: text('tab.changes'),
            blocks: [
              {
                as: 'code',
                title: text('changes'),
                source: { route: 'declarative-connectors.changes', params: ofPath, live: TOPIC },
                field: 'text',
              },
            ],
          },
          { id: 'history', title: text('tab.history'), blocks: [historyBlock] },
        ],
      },
    ],
  }),
];

export const documentMenu: MenuDef[] = [
  {
    id: 'declarative-connectors.menu',
    parent: 'core.menu-configuration',
    title: text('title'),
    icon: 'plug-connected',
    order: 85,
    ability: read,
    page: 'declarative-connectors.list-page',
  },
];
