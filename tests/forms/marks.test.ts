import { MantineProvider } from '@mantine/core';
import Form from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement as h, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { buildRegistry } from '../../core/boot/registry.ts';
import type { FormDef } from '../../core/contract.ts';
import type { Bootstrap, WireFormBody } from '../../core/contract/wire.ts';
import { effectiveForm } from '../../core/forms/effective-form.ts';
import { choicesOf } from '../../core/forms/form-changes.ts';
import { fieldKey } from '../../core/forms/form-texts.ts';
import { loadCatalogue } from '../../core/i18n/catalogue.ts';
import { corePlugin } from '../../core/builtin/core.plugin.ts';
import { uiSchemaOf } from '../../ui/src/forms/shape.ts';
import { BootstrapProvider } from '../../ui/src/shell/bootstrap.tsx';
import { templates, widgets } from '../../ui/src/forms/theme.ts';
import { interpretedValidator } from '../../ui/src/forms/validation/validator.ts';

const core = corePlugin(() => {
  throw new Error('forms need no kernel');
});
const registry = buildRegistry([{ name: 'core', plugin: core, problem: null, milliseconds: 0 }, ...(await loadPlugins(INSTALLED))]);
const catalogue = loadCatalogue(registry.plugins);
const forms = [...registry.forms.values()].map(({ def }) => def);
const validator = interpretedValidator();

/** The widgets that always have a value: on or off. */
const SWITCHES = new Set(['flag', 'switch', 'hidden']);
const widgetOf = (def: FormDef, field: string): string => def.ui?.[field]?.widget ?? '';

/** What the browser draws of a form's fields. */
async function html(form: ReactNode): Promise<string> {
  const surroundings = [
    (inner: ReactNode) => h(BootstrapProvider, { value: {} as Bootstrap, edition: 0, children: inner }),
    (inner: ReactNode) => h(MemoryRouter, null, inner),
    (inner: ReactNode) => h(QueryClientProvider, { client: new QueryClient() }, inner),
    (inner: ReactNode) => h(MantineProvider, null, inner),
  ];
  const { prelude } = await prerender(surroundings.reduce<ReactNode>((inner, around) => around(inner), form));
  return new Response(prelude).text();
}

/** Every field of the form with its label, as the browser draws it: marked or not. */
async function drawn(def: FormDef): Promise<Map<string, boolean>> {
  const { schema, order, ui } = effectiveForm(def, []);
  for (const [field, part] of Object.entries(schema.properties)) part['title'] = `Label of ${field}.`;
  const settings = Object.fromEntries(
    Object.entries(ui).map(([field, { widget, options, ...rest }]) => [
      field,
      { ...(widget ? { widget } : {}), ...rest, ...(options ? { options: { method: 'GET', path: '/options' } } : {}) },
    ]),
  ) as WireFormBody['ui'];
  const body = { schema, order, ui: settings } as unknown as WireFormBody;
  const form = h(Form, {
    schema,
    uiSchema: uiSchemaOf(body),
    validator,
    widgets,
    templates,
    noHtml5Validate: true,
  });
  const page = await html(form);
  const labels = [...page.matchAll(/Label of (\w+)\.(.{0,200})/g)];
  return new Map(labels.map(([, field, after]) => [field!, /^<span[^>]*>\s*\*/.test(after!)]));
}

describe.each(forms.map((def) => [def.id, def] as const))('%s', (_id, def) => {
  test('marks the fields that are required, and no others', async () => {
    const fields = await drawn(def);
    const required = new Set(effectiveForm(def, []).schema.required);
    const wrong = [...fields].filter(([field, marked]) => {
      const widget = widgetOf(def, field);
      // A file is asked for whatever the schema says: it travels beside the fields.
      return !SWITCHES.has(widget) && marked !== (required.has(field) || widget === 'file');
    });
    expect(wrong).toEqual([]);
  });

  test('asks for what its route asks for', () => {
    const wanted = (registry.routes.get(def.submit)?.def.body as { required?: string[] } | undefined)?.required ?? [];
    const { properties, required } = effectiveForm(def, []).schema;
    const askable = wanted.filter((field) => field in properties && widgetOf(def, field) !== 'hidden');
    expect(askable.filter((field) => !required.includes(field))).toEqual([]);
  });

  test('names every choice', () => {
    const { properties } = effectiveForm(def, []).schema;
    const nameless = Object.entries(properties).flatMap(([field, schema]) =>
      SWITCHES.has(widgetOf(def, field))
        ? []
        : (choicesOf((schema['items'] as Record<string, unknown> | undefined) ?? schema) ?? [])
            .filter((choice) => !fieldKey(catalogue, def, field, `.${String(choice)}`))
            .map((choice) => `${field}: ${String(choice)}`),
    );
    expect(nameless).toEqual([]);
  });
});

test('switches say what is on, also where the field is named after what it forbids', async () => {
  const negative = /^(no|not|hide|disable|exclude|block|stop|without)\b|\b(cannot|not)\b/i;
  const labels = forms.flatMap((def) =>
    Object.keys(effectiveForm(def, []).schema.properties)
      .filter((field) => ['flag', 'switch'].includes(widgetOf(def, field)))
      .map((field) => catalogue.t('en', fieldKey(catalogue, def, field) ?? '')),
  );
  expect(labels.length).toBeGreaterThan(20);
  expect(labels.filter((label) => negative.test(label))).toEqual([]);

  const shows = async (negated: boolean, value: 'T' | 'F'): Promise<boolean> => {
    const schema: RJSFSchema = { type: 'object', properties: { forbids: { type: 'string', enum: ['T', 'F'] } } };
    const uiSchema = { forbids: { 'ui:options': { widget: 'flag', negated } } };
    const page = await html(h(Form, { schema, uiSchema, validator, widgets, templates, formData: { forbids: value } }));
    return /<input[^>]*\schecked=""/.test(page);
  };
  expect([await shows(false, 'T'), await shows(false, 'F'), await shows(true, 'T'), await shows(true, 'F')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
