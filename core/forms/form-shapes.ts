import type { FieldUi, FormDef, FormOp, FormText } from '../contract.ts';

/** What one company changed on a form; layers are applied root first, then agency, then role. */
export interface FormLayer {
  level: 'root' | 'agency' | 'role';
  baseVersion: number;
  revision: number;
  ops: readonly FormOp[];
  /** Further fields, JSON Schema by name; every name begins with `x_`. */
  extra: Record<string, Record<string, unknown>>;
}
/** A change that no longer fits: reported, never applied, never a crash. An own field that has no place is one too. */
export interface StaleOverride {
  level: FormLayer['level'];
  revision: number;
  op: Omit<FormOp, 'set'> & { set: FormOp['set'] | 'extra' };
  why: Why;
}
export interface FormSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required: string[];
}
/** How a field looks with what operators wrote: objects are their texts, strings the plugin's message keys. */
export interface EffectiveUi extends Omit<FieldUi, 'help' | 'group'> {
  title?: FormText;
  help?: FormText;
  group?: FormText;
  /** Whether operators hide it. */
  hide?: boolean;
  labels?: Record<string, FormText>;
}
export interface EffectiveForm {
  schema: FormSchema;
  /** What the layers demand beyond the plugin's form: fields required, choices and limits narrowed, own fields. */
  demands: FormSchema;
  ui: Record<string, EffectiveUi>;
  order: string[];
  stale: StaleOverride[];
  /** Fields that layers hide, always or on a condition. */
  shut: string[];
  /** What those that are always hidden stand at, where the form makes something new. */
  standing: Record<string, unknown>;
  /** Another one whenever anything else is asked, or asked in other words. */
  etag: string;
}
/** What a form is changed with. */
export interface FormSurroundings {
  /** The other forms that are changed as one with it. */
  copies?: readonly FormDef[];
  /** It changes something that is there, and makes nothing new: its call is no POST. */
  isOfExisting?: boolean;
}

/** A form while layers are laid upon it. */
export type Draft = Omit<EffectiveForm, 'demands' | 'standing' | 'etag'>;

/** Why a change does not fit: a message key. */
export type Why = `core.forms.why.${
  | 'gone'
  | 'dropped'
  | 'closed'
  | 'not-kept'
  | 'taken'
  | 'order'
  | 'text'
  | 'yes-or-no'
  | 'tighten'
  | 'hidden'
  | 'required'
  | 'overwritten'
  | 'needed'
  | 'no-choice'
  | 'narrow'
  | 'default'
  | 'value'
  | 'limits'
  | 'condition'
  | 'circle'}`;
