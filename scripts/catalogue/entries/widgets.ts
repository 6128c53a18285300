import { defineForm, type FieldUi, type FormWidget, T, type TSchema } from '../../../core/contract.ts';
import { SEND } from '../sources.ts';
import type { StateName } from '../states.ts';
import { ALWAYS, type Entry } from './entry.ts';

/** One input: what it holds, and how a form says that it is wanted. */
interface Input {
  schema: TSchema;
  ui?: FieldUi;
  filled?: unknown;
  long?: unknown;
  /** False: what is wrong with it stands beside it, and not in an alert. */
  showsRefusal?: boolean;
}
const LONG =
  'A value that nobody expected to be this long, with a Donaudampfschifffahrtselektrizitätenhauptbetriebswerk in the middle and words after it';
const KINDS = ['daily', 'weekly', 'monthly'];
const text = (filled: string, more: Omit<Input, 'schema'> = {}): Input => ({
  schema: T.String({ maxLength: 1_000 }),
  filled,
  long: LONG,
  ...more,
});

/** The inputs that every form may have; what is missing here does not compile. */
const INPUTS: Record<FormWidget, Input> = {
  text: text('Harbor Coffee Roasters', { ui: { placeholder: 'catalogue.field.name', help: 'catalogue.empty.help' } }),
  textarea: text('Only people within ten miles.\nNobody twice.'),
  password: text('correct horse battery'),
  email: text('ann@harbor.example', { long: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` }),
  phone: text('+12025550143', { long: undefined }),
  money: { schema: T.Integer({ minimum: 0 }), filled: 15_000, long: 99_999_999_999 },
  number: {
    schema: T.Integer({ minimum: 0, maximum: 2_000_000_000 }),
    filled: 25,
    long: 1_999_999_999,
    ui: { suffix: 'catalogue.field.leads' },
  },
  switch: { schema: T.Boolean(), filled: true },
  select: { schema: T.Enum(KINDS), filled: 'weekly' },
  radio: { schema: T.Enum(KINDS), filled: 'weekly' },
  tags: {
    schema: T.Array(T.String()),
    filled: ['coffee', 'retail'],
    long: Array.from({ length: 14 }, (_unused, n) => `Donaudampfschifffahrt ${n + 1}`),
  },
  date: { schema: T.String({ format: 'date' }), filled: '2027-03-31' },
  color: { schema: T.String({ pattern: '^#[0-9a-f]{6}$' }), filled: '#4f46e5' },
  code: text('<script async src="https://leads.example/pixel.js"></script>'),
  hidden: text('nobody sees this'),
  flag: { schema: T.Enum(['T', 'F']), filled: 'T', ui: { negated: true } },
  file: { schema: T.String() },
};
/** Those that take their choices from a route, and those of plugins. */
const FURTHER: Record<string, Input & { of: string }> = {
  'select-of-route': {
    of: 'select',
    schema: T.String(),
    filled: 'coffee',
    ui: { widget: 'select', options: { route: 'catalogue.kinds' } },
  },
  'select-searched': {
    of: 'select',
    schema: T.String(),
    filled: 'coffee',
    ui: { widget: 'select', options: { route: 'catalogue.searched' } },
  },
  'text-suggested': { of: 'text', ...text('Harbor'), ui: { widget: 'text', suggest: { route: 'catalogue.searched' } } },
  'exclusions-upload': { of: 'exclusions.upload', schema: T.String(), ui: { isFile: true } },
  'integrations-template': { of: 'integrations.template', schema: T.String(), filled: '{\n  "email": "{{email}}"\n}' },
  'declarative-connectors-document': {
    of: 'declarative-connectors.document',
    showsRefusal: false,
    schema: T.String(),
    filled: '{\n  "id": "acme"\n}',
  },
  'payments-card': {
    of: 'payments.card',
    schema: T.String(),
    filled: 'coffee',
    ui: { widget: 'payments.card', options: { route: 'catalogue.card-setup' } },
  },
  'places-zips': {
    of: 'places.zips',
    schema: T.String(),
    filled: '60601\n60602',
    long: Array.from({ length: 40 }, (_unused, n) => 60601 + n).join('\n'),
    ui: { widget: 'places.zips' },
  },
};

export const FILLED: Record<string, { filled: unknown; long: unknown }> = {};

function widget(id: string, of: string, { schema, ui = {}, filled, long, showsRefusal = true }: Input): Entry {
  FILLED[id] = { filled, long };
  const states: StateName[] = [
    ...(filled === undefined ? [] : (['filled'] as const)),
    'empty',
    ...(long === undefined ? [] : (['long'] as const)),
    ...(showsRefusal ? (['refused'] as const) : []),
  ];
  return {
    id: `input-${id}`,
    kind: 'widget',
    of,
    blocks: [
      {
        as: 'form',
        form: `catalogue.input-${id}`,
        prefill: { route: 'catalogue.value', params: { input: { value: id } }, query: { state: { from: 'query', field: 'state' } } },
        fixed: { state: { from: 'query', field: 'state' } },
      },
    ],
    form: defineForm({
      id: `catalogue.input-${id}`,
      version: 1,
      title: 'catalogue.input',
      texts: ['catalogue.input'],
      schema: T.Object({ value: id === 'switch' || id === 'flag' ? schema : T.Optional(schema) }),
      ui: { value: { widget: of, help: 'catalogue.input.value.help', ...ui } },
      submit: of === 'file' || ui.isFile ? 'catalogue.upload' : 'catalogue.send',
      ability: SEND,
    }),
    states: of === 'hidden' ? ALWAYS : states,
  };
}

export const WIDGETS: readonly Entry[] = [
  ...Object.entries(INPUTS).map(([name, input]) => widget(name, name, input)),
  ...Object.entries(FURTHER).map(([name, { of, ...input }]) => widget(name, of, input)),
];
