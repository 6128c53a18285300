import type { TObject } from 'typebox';
import type { Ability } from './route.ts';
import type { Id } from './plugin.ts';

/** The inputs that the browser knows, by the names of their meanings. */
export const FORM_WIDGETS = [
  'text',
  'textarea',
  'password',
  'email',
  'phone',
  'money',
  'number',
  'switch',
  'select',
  'radio',
  'tags',
  'date',
  'color',
  'code',
  'hidden',
  'flag',
  'file',
] as const;
export type FormWidget = (typeof FORM_WIDGETS)[number];

/**
 * What operators may turn on a field. Some need no word in a form's `open` of their own: `group` comes with `order`, `when` with `hide`, and
 * `limits` with `require` or `enum`. `labels`, the texts of choices, is for fields that operators added.
 */
export const FORM_PROPERTIES = [
  'title',
  'help',
  'group',
  'order',
  'hide',
  'require',
  'enum',
  'labels',
  'limits',
  'default',
  'when',
] as const;
export type FormProperty = (typeof FORM_PROPERTIES)[number];

/** A text that operators wrote, by language; one text stands for all of them. Where a language is missing the plugin's own text stands. */
export type FormText = string | { en?: string; ar?: string };

/** A stored override: a field and a property, never a widget's name. */
export interface FormOp {
  field: string;
  set: FormProperty;
  value: unknown;
}

/** How a field looks and behaves in the browser; names of meanings, resolved by the renderer. */
export interface FieldUi {
  /** One of `FORM_WIDGETS`, or `<plugin>.<name>` of what a plugin's `widgets` names; left out, the field's type decides. `flag` is T or F; `file` (one in a form) goes to a route with `upload`. */
  widget?: string;
  /** A message key. `{name}` in its text is filled from the prefill's member `<field>_<name>`. */
  help?: string;
  placeholder?: string;
  /** Fields with the same group title stand together. */
  group?: string;
  /** Width in twelfths on a wide screen. */
  span?: number;
  /** Shown only when another field is shown and has this value. */
  when?: { field: string; is: string | number | boolean };
  /**
   * Options read from a route that answers `{ options: [{ value, label, note? }] }`. One that takes `search`, `Page`, `PerPage` and `value` is asked
   * for a page of what is typed, and with `value` for what that value is called: for lists that grow. `of` narrows such a list by what other fields
   * hold: the name of a query parameter, and the field.
   */
  options?: { route: Id; of?: Readonly<Record<string, string>> };
  /**
   * For `tags` and `text`: a route that answers `{ options: [{ value, label, note? }] }` for what is being typed, which it gets as `search`. With
   * `only`, for values that must be among them, a single one is taken by itself; otherwise it is merely the one that Enter takes.
   */
  suggest?: { route: Id; only?: true };
  /** For `money`: copying, cutting and pasting are blocked, and what was typed is written out in full when it is left; nothing means 0. */
  strict?: true;
  /** For `money`: less than this is taken away when the field is left, and the message is said, with the amount as `{amount}`. */
  least?: { cents: number; text: string };
  /** With `options`: when they cannot be read, there are none, and nothing is said. */
  silent?: true;
  /** Left out for those who may not; the submit route must check it all the same. */
  ability?: Ability;
  /** For `flag`: the switch shows the opposite, because the field is named after what it forbids. The value sent stays the field's own. */
  negated?: true;
  /** The field whose value it says more about, as a period does of a limit: lines of what is set have them together. */
  qualifies?: string;
  prefix?: string;
  suffix?: string;
  autocomplete?: string;
  /** For `file`: the kinds that may be chosen, as the browser's file dialog takes them. Default: CSV and text. */
  accept?: string;
  /** For a widget of a plugin that chooses a file as `file` does: it is sent beside the fields. */
  isFile?: true;
}

/**
 * A form. Titles and helps are message keys: `<form id>.<field>` and `<form id>.<field>.help` unless said otherwise.
 * Several forms may submit to one route: each is changed by operators by itself. The submit route's own body schema has the last word.
 */
export interface FormDef {
  id: Id;
  version: number;
  title: string;
  /** A name or message key that fills `{about}` in the title, for forms that several plugins make of one. */
  about?: string;
  /**
   * Under what its fields' message keys stand, `<this>.<field>`, with `.help` and `.<choice>` after it: the first that has a text counts. Forms
   * about the same things share their texts so. The form's id when left out.
   */
  texts?: readonly string[];
  schema: TObject;
  ui?: Record<string, FieldUi>;
  /** Route id that receives the form. */
  submit: Id;
  /** Label of the submit button, a message key. */
  button?: string;
  /** Said while it is being sent, a message key; without it the usual word. */
  saving?: string;
  ability: Ability;
  feature?: Id;
  /** What operators may change, field by field. */
  open?: Record<string, readonly FormProperty[]>;
  /**
   * Another form about the same thing, as the one for adding is to the one for editing: operators change both as one. Changes are stored with
   * that form, and carried over by its `version` and `migrate`; what this form has not got, or does not open, is left out here.
   */
  changesWith?: Id;
  /** The route keeps what operators' own fields hold (`input.extra`), and the prefill answers it. Without it they can add none. */
  keepsExtra?: true;
  /** Re-aims an override written against version n; null drops it to the stale ones. */
  migrate?: Record<number, (op: FormOp) => FormOp | null>;
}
export const defineForm = (form: FormDef): FormDef => form;
