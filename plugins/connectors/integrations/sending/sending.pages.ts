import { type Action, type Block, defineForm, definePage, type FieldUi, T } from '../../../../core/contract.ts';
import { RuleFields } from './rules.ts';
import { TOPIC } from '../topic.ts';

const ofPath = { id: { from: 'path', field: 'id' } } as const;
const ability = ['update', 'Connection'] as const;

const nameForm = (name: 'field-name-form' | 'field-choice-form', ui: FieldUi) =>
  defineForm({
    id: `integrations.${name}`,
    version: 1,
    title: 'integrations.fields.rename',
    texts: ['integrations.fields.form'],
    schema: T.Object({ name: T.String({ minLength: 1, maxLength: 100 }) }),
    ui: { name: ui },
    submit: 'integrations.field-name',
    ability,
  });

const ruleUi: Record<string, FieldUi> = {
  products: { widget: 'select', options: { route: 'integrations.product-options' } },
  campaigns: { widget: 'select', options: { route: 'campaigns.choices' } },
  states: { widget: 'tags', help: 'integrations.rules.states.help' },
  page: { widget: 'text', help: 'integrations.rules.page.help', placeholder: 'integrations.rules.page.placeholder' },
};

export const sendingForms = [
  nameForm('field-name-form', { widget: 'text', autocomplete: 'off' }),
  nameForm('field-choice-form', { widget: 'select', options: { route: 'integrations.field-names' } }),
  defineForm({
    id: 'integrations.rules-form',
    version: 1,
    title: 'integrations.rules',
    texts: ['integrations.rules'],
    schema: T.Object(RuleFields),
    ui: ruleUi,
    submit: 'integrations.rules-set',
    ability,
  }),
];

const rename = { id: { from: 'path', field: 'id' }, field: { from: 'row', field: 'field' } } as const;
const naming = (how: 'any' | 'choice', form: 'field-name-form' | 'field-choice-form'): Action => ({
  id: `integrations.act-name-${how}`,
  title: 'integrations.fields.rename',
  icon: 'pencil',
  ability,
  when: { field: 'naming', is: how },
  do: { form: `integrations.${form}`, as: 'modal', fixed: rename },
  after: 'reload',
});
const fields: Block = {
  as: 'table',
  title: 'integrations.fields',
  source: { route: 'integrations.fields', params: ofPath, live: TOPIC },
  key: 'field',
  pageSize: 100,
  height: 640,
  columns: [
    { field: 'title', title: 'integrations.fields.field', as: 'text', narrow: 'first' },
    { field: 'sample', title: 'integrations.fields.sample', as: 'text', narrow: 'hide' },
    {
      field: 'sent',
      title: 'integrations.fields.sent',
      as: 'switch',
      toggle: { call: 'integrations.field-send', params: rename, body: {}, field: 'sent' },
    },
    { field: 'name', title: 'integrations.fields.name', as: 'code' },
  ],
  row: {
    actions: [naming('any', 'field-name-form'), naming('choice', 'field-choice-form')],
  },
  empty: { title: 'integrations.fields.empty' },
};

/** New leads alone where nobody chose. */
const triggers: Block = {
  as: 'table',
  title: 'integrations.triggers',
  source: { route: 'integrations.triggers', params: ofPath, live: TOPIC },
  key: 'trigger',
  pageSize: 100,
  columns: [
    { field: 'title', title: 'integrations.triggers.what', as: 'text', narrow: 'first' },
    { field: 'trigger', title: 'integrations.triggers.name', as: 'code', narrow: 'hide' },
    {
      field: 'sent',
      title: 'integrations.triggers.sent',
      as: 'switch',
      toggle: {
        call: 'integrations.trigger-send',
        params: { id: { from: 'path', field: 'id' }, trigger: { from: 'row', field: 'trigger' } },
        body: {},
        field: 'sent',
      },
    },
  ],
  empty: { title: 'integrations.triggers.empty' },
};

/** What a connection sends: on which occasions, which leads, which of their fields, and what that looks like. */
export const sendingPage = definePage({
  id: 'integrations.sending-page',
  path: '/integrations/:id/sending',
  title: 'integrations.sending',
  ability: ['read', 'Connection'],
  above: { page: 'integrations.connection-page' },
  blocks: [
    triggers,
    {
      as: 'form',
      title: 'integrations.rules',
      form: 'integrations.rules-form',
      prefill: { route: 'integrations.rules', params: ofPath },
      fixed: ofPath,
    },
    {
      as: 'code',
      title: 'integrations.sample',
      help: 'integrations.sample.help',
      source: { route: 'integrations.sample', params: ofPath, live: TOPIC },
      field: 'text',
    },
    fields,
  ],
});
