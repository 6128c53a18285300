import { createHash } from 'node:crypto';
import type { FieldUi, FormDef, FormOp, TSchema } from '../contract.ts';
import { checkInput } from '../invocation/schema.ts';

/** What one company changed on a form; layers are applied root first, then agency, then role. */
export interface FormLayer {
  level: 'root' | 'agency' | 'role';
  baseVersion: number;
  revision: number;
  ops: readonly FormOp[];
  /** Further fields, JSON Schema by name; every name begins with `x_`. */
  extra: Record<string, Record<string, unknown>>;
}
/** An override that no longer fits: reported, never applied, never a crash. */
export interface StaleOverride {
  level: FormLayer['level'];
  revision: number;
  op: FormOp;
  why: string;
}
export interface FormSchema {
  type: 'object';
  properties: Record<string, Record<string, unknown>>;
  required: string[];
}
export interface EffectiveForm {
  schema: FormSchema;
  /** What the layers demand beyond the plugin's form: fields required, choices narrowed, own fields. */
  demands: FormSchema;
  ui: Record<string, FieldUi & { hide?: boolean }>;
  order: string[];
  stale: StaleOverride[];
  /** Another one whenever anything else is asked, or asked in other words. */
  etag: string;
}

/** The form after all layers. Layers may only tighten: nothing required becomes optional, no choice is added. */
export function effectiveForm(def: FormDef, layers: readonly FormLayer[]): EffectiveForm {
  // Field by field: two fields declared with one schema object must not share its copy.
  const properties = Object.fromEntries(Object.entries(def.schema.properties).map(([name, field]) => [name, structuredClone(field)]));
  const schema = { type: 'object', properties, required: [...(def.schema.required ?? [])] } as unknown as FormSchema;
  const form: Draft = { schema, ui: structuredClone(def.ui ?? {}), order: Object.keys(schema.properties), stale: [] };
  const narrowed = new Set<string>();
  for (const layer of layers) {
    for (const [name, field] of Object.entries(layer.extra)) {
      if (!name.startsWith('x_') || name in form.schema.properties) continue; // whoever stands above has said what it is
      form.schema.properties[name] = structuredClone(field);
      form.order.push(name);
      narrowed.add(name);
    }
    for (const written of layer.ops) {
      const op = migrated(def, layer, written);
      const why = op ? objection(def, form, op) : 'dropped by the plugin';
      if (why || !op) form.stale.push({ level: layer.level, revision: layer.revision, op: written, why: why! });
      else {
        apply(form, op);
        if (op.set === 'enum' || op.set === 'require') narrowed.add(op.field);
      }
    }
  }
  return { ...form, demands: demandsOf(def, schema, narrowed), etag: etagOf(form) };
}

type Draft = Omit<EffectiveForm, 'demands' | 'etag'>;

function demandsOf(def: FormDef, { properties, required }: FormSchema, narrowed: ReadonlySet<string>): FormSchema {
  const added = required.filter((name) => !def.schema.required?.includes(name));
  const named = [...new Set([...narrowed, ...added])];
  return { type: 'object', properties: Object.fromEntries(named.map((name) => [name, properties[name]!])), required: added };
}

const etagOf = ({ schema, ui, order }: Draft): string =>
  createHash('sha256')
    .update(JSON.stringify([schema, ui, order]))
    .digest('base64url')
    .slice(0, 16);

/** Re-aims an override written against an older version of the form. */
function migrated(def: FormDef, layer: FormLayer, op: FormOp): FormOp | null {
  let current: FormOp | null = op;
  for (let version = layer.baseVersion; current && version < def.version; version += 1) {
    const migrate = def.migrate?.[version];
    if (migrate) current = migrate(current);
  }
  return current;
}

/** Why the override may not be applied, or null. */
function objection(def: FormDef, form: Draft, op: FormOp): string | null {
  if (op.set === 'order')
    return Array.isArray(op.value) && op.value.every((f) => typeof f === 'string') ? null : 'order is a list of fields';
  const field = Object.hasOwn(form.schema.properties, op.field) ? form.schema.properties[op.field] : undefined;
  if (!field) return 'the field is gone';
  if (!op.field.startsWith('x_') && !def.open?.[op.field]?.includes(op.set)) return 'the plugin does not open this';
  const required = form.schema.required.includes(op.field);
  if (op.set === 'title' || op.set === 'help')
    return typeof op.value === 'string' && op.value.length <= 300 ? null : 'a text of at most 300 characters';
  if (op.set === 'require') {
    if (typeof op.value !== 'boolean') return 'yes or no';
    if (required && !op.value) return 'may only tighten';
    return op.value && form.ui[op.field]?.hide && !hasDefault(filledIn(field)) ? 'hidden without a default' : null;
  }
  if (op.set === 'hide') {
    if (typeof op.value !== 'boolean') return 'yes or no';
    return op.value && required && !hasDefault(field) ? 'required without a default' : null;
  }
  if (op.set === 'enum') {
    if (!Array.isArray(op.value) || op.value.length === 0) return 'at least one choice';
    if (!op.value.every((choice) => accepts(field, choice))) return 'may only narrow';
    return field['default'] === undefined || op.value.includes(field['default']) ? null : 'the default would not be among the choices';
  }
  return accepts(field, op.value) ? null : 'not a value of this field';
}

function accepts(field: Record<string, unknown>, value: unknown): boolean {
  try {
    checkInput(structuredClone(field) as TSchema, structuredClone(value), 'body'); // a copy: the field goes on changing
    return true;
  } catch {
    return false;
  }
}

const hasDefault = (field: Record<string, unknown>): boolean => field['default'] !== undefined && accepts(field, field['default']);

/** The values a field allows: `enum`, or TypeBox's union of constants. */
export const choicesOf = (field: Record<string, unknown>): unknown[] | null =>
  Array.isArray(field['enum']) ? field['enum'] : constantsOf(field);

function constantsOf(field: Record<string, unknown>): unknown[] | null {
  const any = field['anyOf'] as { const?: unknown }[] | undefined;
  return any?.every((x) => x.const !== undefined) ? any.map((x) => x.const) : null;
}

function apply(form: Draft, op: FormOp): void {
  if (op.set === 'order') {
    const wanted = (op.value as string[]).filter((f) => form.order.includes(f));
    form.order = [...new Set([...wanted, ...form.order])];
    return;
  }
  const field = form.schema.properties[op.field]!;
  if (op.set === 'title') field['title'] = op.value;
  if (op.set === 'help') (form.ui[op.field] ??= {}).help = op.value as string;
  if (op.set === 'hide') (form.ui[op.field] ??= {}).hide = op.value as boolean;
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

/** The field when it must be filled in: no empty text, no empty list and no null will do. */
function filledIn(field: Record<string, unknown>): Record<string, unknown> {
  const { type, enum: choices, anyOf } = field as { type?: string | string[]; enum?: unknown[]; anyOf?: Record<string, unknown>[] };
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
