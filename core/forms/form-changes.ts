import type { FormDef, FormOp, FormProperty, FormText, TSchema } from '../contract.ts';
import { checkInput } from '../invocation/schema.ts';
import type { Draft, FormSurroundings, Why } from './form-shapes.ts';

type About = { def: FormDef } & Required<Pick<FormSurroundings, 'copies'>> & FormSurroundings;

/** Words of a form's `open` that stand for further properties. */
const WITH: Partial<Record<FormProperty, readonly FormProperty[]>> = { group: ['order'], when: ['hide'], limits: ['require', 'enum'] };

/** Whether operators may change a property of a field; of their own fields, all. */
export function isOpen(def: FormDef, field: string, property: FormProperty): boolean {
  if (field.startsWith('x_')) return def.keepsExtra === true;
  const open = Object.hasOwn(def.open ?? {}, field) ? def.open![field]! : [];
  return [property, ...(WITH[property] ?? [])].some((one) => open.includes(one));
}

/** Why a change may not be applied, or null; `elsewhere` where it concerns a copy of the form alone. */
export function objection(about: About, form: Draft, op: FormOp): Why | 'elsewhere' | null {
  if (op.set === 'order') return isList(op.value) ? null : 'core.forms.why.order';
  const { def, copies } = about;
  const field = Object.hasOwn(form.schema.properties, op.field) ? form.schema.properties[op.field] : undefined;
  if (!field || !isOpen(def, op.field, op.set)) {
    const isElsewhere = copies.some((copy) => isOpen(copy, op.field, op.set) && (op.field.startsWith('x_') || has(copy, op.field)));
    // An own field that this form could have had, and has not: whoever added it has said so already.
    if (isElsewhere && !(op.field.startsWith('x_') && def.keepsExtra)) return 'elsewhere';
    return field ? 'core.forms.why.closed' : 'core.forms.why.gone';
  }
  return OBJECTIONS[op.set](form, field, op, about);
}

const has = (def: FormDef, field: string): boolean => Object.hasOwn(def.schema.properties, field);

type Field = Record<string, unknown>;
type Check = (form: Draft, field: Field, op: FormOp, about: About) => Why | null;
const isRequired = (form: Draft, { field }: FormOp): boolean => form.schema.required.includes(field);
const MOST_TEXT = 300;

const OBJECTIONS: Record<Exclude<FormProperty, 'order'>, Check> = {
  title: (_form, _field, { value }) => (isText(value) ? null : 'core.forms.why.text'),
  help: (_form, _field, { value }) => (isText(value) ? null : 'core.forms.why.text'),
  group: (_form, _field, { value }) => (isText(value) ? null : 'core.forms.why.text'),
  labels: (_form, field, { field: name, value }) => {
    if (!name.startsWith('x_')) return 'core.forms.why.closed';
    const choices = (choicesOf(field) ?? []).map(String);
    const isFit = isRecord(value) && Object.entries(value).every(([choice, text]) => choices.includes(choice) && isText(text));
    return isFit ? null : 'core.forms.why.text';
  },
  require: (form, field, op) => {
    if (typeof op.value !== 'boolean') return 'core.forms.why.yes-or-no';
    if (isRequired(form, op) && !op.value) return 'core.forms.why.tighten';
    return op.value && form.ui[op.field]?.hide && !hasDefault(filledIn(field)) ? 'core.forms.why.hidden' : null;
  },
  hide: (form, field, op, { def, isOfExisting }) => {
    if (typeof op.value !== 'boolean') return 'core.forms.why.yes-or-no';
    if (!op.value) return null;
    if (Object.values(form.ui).some(({ when }) => when?.field === op.field)) return 'core.forms.why.needed';
    if (isRequired(form, op) && !hasDefault(field)) return 'core.forms.why.required';
    return isOfExisting && def.schema.required?.includes(op.field) ? 'core.forms.why.overwritten' : null;
  },
  enum: (_form, field, { value }) => {
    if (!Array.isArray(value) || value.length === 0) return 'core.forms.why.no-choice';
    if (!value.every((choice) => accepts(field, choice))) return 'core.forms.why.narrow';
    return field['default'] === undefined || value.includes(field['default']) ? null : 'core.forms.why.default';
  },
  limits: (_form, field, { value }) => {
    if (!isRecord(value) || !isTighter(field, value)) return 'core.forms.why.limits';
    return field['default'] === undefined || accepts({ ...field, ...value }, field['default']) ? null : 'core.forms.why.default';
  },
  default: (_form, field, { value }) => (accepts(field, value) ? null : 'core.forms.why.value'),
  when: (form, _field, op, { def }) => {
    const when = isRecord(op.value) ? op.value : {};
    const other = typeof when['field'] === 'string' && when['field'] !== op.field ? when['field'] : '';
    if (!Object.hasOwn(form.schema.properties, other) || form.ui[other]?.hide) return 'core.forms.why.condition';
    if (!['string', 'number', 'boolean'].includes(typeof when['is']) || !accepts(form.schema.properties[other]!, when['is']))
      return 'core.forms.why.condition';
    if (def.ui?.[op.field]?.when) return 'core.forms.why.tighten';
    if (def.schema.required?.includes(op.field)) return 'core.forms.why.required';
    return leadsTo(form, other, op.field) ? 'core.forms.why.circle' : null;
  },
};

const isList = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isShort = (value: unknown): boolean => typeof value === 'string' && value.length <= MOST_TEXT;
const isText = (value: unknown): value is FormText =>
  isShort(value) ||
  (isRecord(value) && Object.entries(value).every(([locale, text]) => (locale === 'en' || locale === 'ar') && isShort(text)));

/** Whether the conditions of a field lead to another one. */
function leadsTo(form: Draft, from: string, to: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = from; at !== undefined && !seen.has(at); at = form.ui[at]?.when?.field) {
    if (at === to) return true;
    seen.add(at);
  }
  return false;
}

/** The limits by what a value is, and whether more of them is tighter. */
const LIMITS: Record<string, { types: readonly string[]; isLeast: boolean }> = {
  minLength: { types: ['string'], isLeast: true },
  maxLength: { types: ['string'], isLeast: false },
  minimum: { types: ['number', 'integer'], isLeast: true },
  maximum: { types: ['number', 'integer'], isLeast: false },
  minItems: { types: ['array'], isLeast: true },
  maxItems: { types: ['array'], isLeast: false },
};
const PAIRS = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

/** The limits that a field may have. */
export const limitsOf = (field: Field): string[] => {
  const types = [field['type'] ?? []].flat();
  return choicesOf(field) ? [] : Object.keys(LIMITS).filter((limit) => LIMITS[limit]!.types.some((type) => types.includes(type)));
};

/** Whether limits take away from what a field allows, and leave something. */
function isTighter(field: Field, limits: Record<string, unknown>): boolean {
  const possible = limitsOf(field);
  const isFit = ([name, limit]: [string, unknown]): boolean => {
    if (!possible.includes(name) || typeof limit !== 'number' || !Number.isFinite(limit)) return false;
    if (!name.endsWith('imum') && (!Number.isInteger(limit) || limit < 0)) return false;
    const before = field[name];
    return typeof before !== 'number' || (LIMITS[name]!.isLeast ? limit >= before : limit <= before);
  };
  const after = { ...field, ...limits };
  return (
    Object.entries(limits).every(isFit) &&
    PAIRS.every(([least, most]) => after[least] === undefined || after[most] === undefined || Number(after[least]) <= Number(after[most]))
  );
}

function accepts(field: Field, value: unknown): boolean {
  try {
    checkInput(structuredClone(field) as TSchema, structuredClone(value), 'body'); // a copy: the field goes on changing
    return true;
  } catch {
    return false;
  }
}

const hasDefault = (field: Field): boolean => field['default'] !== undefined && accepts(field, field['default']);

/** The values a field allows: `enum`, or TypeBox's union of constants. */
export const choicesOf = (field: Field): unknown[] | null => (Array.isArray(field['enum']) ? field['enum'] : constantsOf(field));

function constantsOf(field: Field): unknown[] | null {
  const any = field['anyOf'] as { const?: unknown }[] | undefined;
  return any?.every((x) => x.const !== undefined) ? any.map((x) => x.const) : null;
}

/** Applies a change to which there is no objection. */
export function applyChange(form: Draft, op: FormOp): void {
  if (op.set === 'order') {
    const wanted = (op.value as string[]).filter((f) => form.order.includes(f));
    form.order = [...new Set([...wanted, ...form.order])];
    return;
  }
  const field = form.schema.properties[op.field]!;
  const ui = (form.ui[op.field] ??= {});
  if (op.set === 'title' || op.set === 'help' || op.set === 'group') ui[op.set] = inBoth(op.value as FormText);
  if (op.set === 'labels') ui.labels = op.value as Record<string, FormText>;
  if (op.set === 'hide') ui.hide = op.value as boolean;
  if (op.set === 'when') ui.when = op.value as NonNullable<typeof ui.when>;
  if (op.set === 'limits') Object.assign(field, op.value);
  if (op.set === 'enum') {
    // A union of constants is what the choices take the place of; one of types, such as "or nothing", stays.
    if (constantsOf(field)) delete field['anyOf'];
    field['enum'] = op.value;
  }
  if (op.set === 'default') field['default'] = op.value;
  if (op.set === 'require' && op.value === true) {
    form.schema.properties[op.field] = filledIn(field);
    if (!form.schema.required.includes(op.field)) form.schema.required.push(op.field);
  }
}

/** What an operator wrote is never a message key. */
const inBoth = (text: FormText): FormText => (typeof text === 'string' ? { en: text, ar: text } : text);

/** The field when it must be filled in: no empty text, no empty list and no null will do. */
function filledIn(field: Field): Field {
  const { type, enum: choices, anyOf } = field as { type?: string | string[]; enum?: unknown[]; anyOf?: Field[] };
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  const atLeastOne = (limit: 'minLength' | 'minItems') => ({ [limit]: Math.max(1, Number(field[limit] ?? 0)) });
  return {
    ...field,
    ...(Array.isArray(type) ? { type: types } : {}),
    ...(anyOf ? { anyOf: anyOf.filter((one) => one['type'] !== 'null').map(filledIn) } : {}),
    ...(types.includes('string') || choices?.includes('') ? atLeastOne('minLength') : {}),
    ...(types.includes('array') ? atLeastOne('minItems') : {}),
  };
}
