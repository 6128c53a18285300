import { createHash } from 'node:crypto';
import type { FormDef, FormOp } from '../contract.ts';
import { applyChange, objection } from './form-changes.ts';
import type { Draft, EffectiveForm, FormLayer, FormSchema, FormSurroundings, StaleOverride, Why } from './form-shapes.ts';
import { lookOf } from './own-fields.ts';

/** The form after all layers. Layers may only tighten: nothing required becomes optional, no choice is added. */
export function effectiveForm(def: FormDef, layers: readonly FormLayer[], around: FormSurroundings = {}): EffectiveForm {
  // Field by field: two fields declared with one schema object must not share its copy.
  const properties = Object.fromEntries(Object.entries(def.schema.properties).map(([name, field]) => [name, structuredClone(field)]));
  const schema = { type: 'object', properties, required: [...(def.schema.required ?? [])] } as unknown as FormSchema;
  const form: Draft = { schema, ui: structuredClone(def.ui ?? {}), order: Object.keys(schema.properties), stale: [], shut: [] };
  const copies = around.copies ?? [];
  const main = copies.find(({ id }) => id === def.changesWith) ?? def;
  const narrowed = new Set<string>();
  for (const layer of layers) {
    const report = (op: StaleOverride['op'], why: Why) => form.stale.push({ level: layer.level, revision: layer.revision, op, why });
    for (const [name, field] of Object.entries(layer.extra)) {
      const op = { field: name, set: 'extra', value: field } as const;
      if (!def.keepsExtra) {
        if (!copies.some(({ keepsExtra }) => keepsExtra)) report(op, 'core.forms.why.not-kept');
      } else if (!name.startsWith('x_') || name in schema.properties) report(op, 'core.forms.why.taken');
      else {
        const { title, ...own } = structuredClone(field);
        schema.properties[name] = own;
        form.ui[name] = { ...lookOf(own), ...(typeof title === 'string' ? { title: { en: title, ar: title } } : {}) };
        form.order.push(name);
        narrowed.add(name);
      }
    }
    for (const written of layer.ops) {
      const op = migrated(main, layer, written);
      const why = op ? objection({ def, ...around, copies }, form, op) : 'core.forms.why.dropped';
      if (why === 'elsewhere') continue;
      if (why || !op) report(written, why!);
      else {
        applyChange(form, op);
        if (op.set === 'enum' || op.set === 'require' || op.set === 'limits') narrowed.add(op.field);
      }
    }
  }
  form.shut = Object.keys(form.ui).filter((name) => form.ui[name]!.hide || (form.ui[name]!.when && !def.ui?.[name]?.when));
  return { ...form, demands: demandsOf(def, schema, narrowed), standing: around.isOfExisting ? {} : standingOf(form), etag: etagOf(form) };
}

function demandsOf(def: FormDef, { properties, required }: FormSchema, narrowed: ReadonlySet<string>): FormSchema {
  const added = required.filter((name) => !def.schema.required?.includes(name));
  const named = [...new Set([...narrowed, ...added])];
  return { type: 'object', properties: Object.fromEntries(named.map((name) => [name, properties[name]!])), required: added };
}

const standingOf = ({ schema, ui }: Draft): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, field]) =>
      ui[name]?.hide && field['default'] !== undefined ? [[name, structuredClone(field['default'])]] : [],
    ),
  );

const etagOf = ({ schema, ui, order }: Draft): string =>
  createHash('sha256')
    .update(JSON.stringify([schema, ui, order]))
    .digest('base64url')
    .slice(0, 16);

/** Changes that were written against an older version of a form, as they read in the present one; what the plugin dropped stands as it was. */
export const inPresentVersion = (def: FormDef, baseVersion: number, ops: readonly FormOp[]): FormOp[] =>
  ops.map((op) => migrated(def, { baseVersion }, op) ?? op);

/** Re-aims an override written against an older version of the form. */
function migrated(def: FormDef, layer: Pick<FormLayer, 'baseVersion'>, op: FormOp): FormOp | null {
  let current: FormOp | null = op;
  for (let version = layer.baseVersion; current && version < def.version; version += 1) {
    const migrate = def.migrate?.[version];
    if (migrate) current = migrate(current);
  }
  return current;
}
