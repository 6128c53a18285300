import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import type { FormWidget } from '../../../core/contract/form.ts';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import { fieldOf, type Row } from '../data/bindings.ts';
import { pluginWidget } from './plugin-widgets.tsx';

const propertiesOf = (schema: RJSFSchema): Record<string, RJSFSchema> => (schema.properties ?? {}) as Record<string, RJSFSchema>;
const typesOf = (schema: RJSFSchema | undefined): string[] => [schema?.type ?? []].flat();

/** Names of the fields that are not shown, given what is filled in so far. What is not filled in is what the schema says without it. */
export function hiddenFields({ ui, schema = {} }: Pick<WireFormBody, 'ui'> & Partial<Pick<WireFormBody, 'schema'>>, data: Row): string[] {
  const valueOf = (name: string): unknown => fieldOf(data, name) ?? propertiesOf(schema)[name]?.default;
  const isShown = (name: string, seen: readonly string[] = []): boolean => {
    const when = ui[name]?.when;
    return !when || seen.includes(name) || (valueOf(when.field) === when.is && isShown(when.field, [...seen, name]));
  };
  return Object.keys(ui).filter((name) => !isShown(name));
}

/** The schema without some of its fields: what is not shown is neither asked for nor sent. */
export function withoutFields(schema: RJSFSchema, names: readonly string[]): RJSFSchema {
  if (!names.length) return schema;
  const gone = new Set(names);
  const properties = Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([name]) => !gone.has(name)));
  return { ...schema, properties, ...(schema.required ? { required: schema.required.filter((name) => !gone.has(name)) } : {}) };
}

/** The form with some of its fields in sight: the others are kept and sent as they are. */
export const showingOnly = (body: WireFormBody, fields: readonly string[]): WireFormBody => ({
  ...body,
  ui: Object.fromEntries(
    [...new Set([...Object.keys(body.ui), ...Object.keys((body.schema as RJSFSchema).properties ?? {})])].map((name) => {
      // The heading of the section says it already.
      const { group: _group, ...own } = body.ui[name] ?? {};
      return [name, fields.includes(name) ? own : { ...own, hide: true }];
    }),
  ),
});

const WIDGETS: Record<FormWidget, true> = {
  text: true,
  textarea: true,
  password: true,
  email: true,
  phone: true,
  money: true,
  number: true,
  switch: true,
  select: true,
  radio: true,
  tags: true,
  date: true,
  color: true,
  code: true,
  hidden: true,
  flag: true,
  file: true,
};

/** The server's field settings as RJSF wants them. An unknown widget's name is left out: the type's own input is used. */
export function uiSchemaOf(body: WireFormBody, answer: Row = {}): UiSchema {
  const properties = propertiesOf(body.schema);
  const order = body.order.filter((name) => name in properties);
  const result: UiSchema = { 'ui:order': [...order, '*'] };
  for (const [path, ui] of Object.entries(body.ui)) {
    const {
      widget,
      placeholder,
      hide,
      help,
      group,
      span,
      options,
      suggest,
      labels,
      prefix,
      suffix,
      autocomplete,
      strict,
      least,
      silent,
      accept,
      negated,
    } = ui;
    const type = typesOf(properties[path]);
    const name = hide ? 'hidden' : widget && (widget in WIDGETS ? widget : pluginWidget(widget));
    // The interpreter's field for lists takes only widgets that hold a whole list.
    const fits =
      name &&
      !(type.includes('object') || (type.includes('array') && typeof name === 'string' && !['tags', 'select', 'hidden'].includes(name)));
    let node = result;
    for (const part of path.split('.')) node = node[part] ??= {} as UiSchema;
    // `complete`, `call` and `labels` are read by our own widgets; RJSF has other ideas of `autocomplete` and `options`.
    node['ui:options'] = {
      help: help?.replace(/\{(\w+)\}/g, (whole, member: string) => String(answer[`${path}_${member}`] ?? whole)),
      group,
      span,
      call: options,
      suggest,
      labels,
      prefix,
      suffix,
      complete: autocomplete,
      accept,
      placeholder,
      strict,
      least,
      silent,
      negated,
      ...(fits ? { widget: name } : {}),
    };
  }
  for (const [name, field] of Object.entries(properties)) {
    const isNumber = typesOf(field).some((type) => type === 'number' || type === 'integer');
    const options = ((result[name] ??= {}) as UiSchema)['ui:options'] ?? {};
    if (isNumber && !field.enum && !options.widget) (result[name] as UiSchema)['ui:options'] = { ...options, widget: 'number' };
  }
  return result;
}

/** A prefill answer as form data: only fields of the form, without nulls the schema forbids, numbers as numbers. */
export function prefilled(schema: RJSFSchema, answer: Row | null | undefined): Row {
  const data: Row = {};
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const value = answer?.[name];
    const types = typesOf(field);
    if (value === undefined || (value === null && !types.includes('null'))) continue;
    const isNumber = types.some((type) => type === 'number' || type === 'integer');
    data[name] =
      isNumber && typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) && !types.includes('string')
        ? Number(value)
        : value;
  }
  return data;
}

/** What is sent: fields that were emptied say so, where the schema has a way to say it. */
export function submission(schema: RJSFSchema, before: Row, data: Row): Row {
  const result: Row = {};
  for (const [name, field] of Object.entries(propertiesOf(schema))) {
    const value = data[name];
    if (value !== undefined) {
      result[name] = value;
      continue;
    }
    if (before[name] === undefined || before[name] === null) continue;
    const types = typesOf(field);
    if (types.includes('null')) result[name] = null;
    else if (types.includes('string') && !field.enum && !field.format && !field.pattern && !field.minLength) result[name] = '';
    else if (types.includes('array') && !field.minItems) result[name] = [];
  }
  return result;
}
