import { type Ctx, type FormDef, type FormText, type Locale, shownMoney } from '../contract.ts';
import type { WireFormBody } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { callOf } from '../pages/wire-call.ts';
import { nameParams } from '../settings/renamed-things.ts';
import { formsFor, isShown } from './caller-forms.ts';
import { choicesOf } from './form-changes.ts';
import type { EffectiveForm } from './form-shapes.ts';
import { fieldKey } from './form-texts.ts';

/** The effective form for one actor, in their language. */
export const wireForm = async (kernel: Kernel, ctx: Ctx, def: FormDef): Promise<WireFormBody> =>
  drawnForm(kernel, ctx, def, (await formsFor(kernel, ctx, [def]))[0]!);

/** A form that is looked at and not sent, in some language: with the fields and choosers of everybody. */
export const previewForm = (kernel: Kernel, ctx: Ctx, def: FormDef, form: EffectiveForm, locale: Locale): WireFormBody =>
  drawnForm(kernel, ctx, def, form, { voice: { locale, t: textsIn(kernel, ctx, locale) }, isPreview: true });

/** Messages in a language that need not be the caller's. */
export function textsIn(kernel: Kernel, { tenant }: Ctx, locale: Locale): Ctx['t'] {
  const names = nameParams(kernel, tenant, locale);
  return (key, params) => kernel.catalogue.t(locale, key, { ...names, ...params });
}

function drawnForm(
  kernel: Kernel,
  ctx: Ctx,
  def: FormDef,
  form: EffectiveForm,
  { voice = ctx, isPreview = false }: { voice?: Pick<Ctx, 'locale' | 't'>; isPreview?: boolean } = {},
): WireFormBody {
  const { t, locale } = voice;
  const ui: WireFormBody['ui'] = {};
  const properties: Record<string, Record<string, unknown>> = {};
  const keyOf = (field: string, about?: string): string | undefined => fieldKey(kernel.catalogue, def, field, about);
  for (const [field, plain] of Object.entries(form.schema.properties)) {
    const own = form.ui[field] ?? {};
    // What operators hide is no part of the form; sent anyway, it is refused.
    if (own.hide || !(isPreview || isShown(ctx, own))) continue;
    const { options, suggest, title, help, group, placeholder, prefix, suffix, least, labels, ability: _ability, ...rest } = own;
    const isOwn = field.startsWith('x_');
    const text = (key: string | undefined) => (key === undefined ? undefined : t(key));
    // What operators wrote, or else the plugin's text.
    const said = (value: FormText | undefined, key: string | undefined) =>
      (typeof value === 'object' ? writtenIn(locale, value, isOwn) : undefined) ?? text(key);
    const base = def.ui?.[field];
    const titleKey = (plain['title'] as string | undefined) ?? keyOf(field) ?? (isOwn ? field : `${def.id}.${field}`);
    properties[field] = { ...plain, title: said(title, titleKey) };
    const call = options ? callOf(kernel, ctx, options.route) : null;
    const suggested = suggest ? callOf(kernel, ctx, suggest.route) : null;
    ui[field] = compact({
      ...rest,
      help: said(help, base?.help ?? keyOf(field, '.help')),
      group: said(group, base?.group),
      placeholder: text(placeholder),
      prefix: text(prefix),
      suffix: text(suffix),
      least: least && { cents: least.cents, text: t(least.text, { amount: shownMoney(least.cents) }) },
      // A chooser is no use to somebody who may not see what there is to choose from.
      options: call
        ? { ...call, ...(isSearched(kernel, options!.route) && { searched: true as const }), ...(options!.of && { of: options!.of }) }
        : undefined,
      suggest: suggested ? { ...suggested, ...(suggest?.only && { only: true as const }) } : undefined,
      labels: labelsOf(
        t,
        (choice) => writtenIn(locale, labels?.[choice], true),
        (choice) => keyOf(field, `.${choice}`),
        plain,
      ),
      hide: options && !call && !isPreview ? true : undefined,
    });
  }
  const submit = callOf(kernel, ctx, def.submit);
  return {
    id: def.id,
    title: t(def.title, aboutOf(t, def)),
    button: t(def.button ?? 'core.forms.save'),
    ...(def.button === undefined && { saves: true as const }),
    ...(def.saving ? { saving: t(def.saving) } : {}),
    schema: {
      ...form.schema,
      properties,
      required: form.schema.required.filter((field) => ui[field] && (isPreview || !(form.ui[field]?.options && !ui[field].options))),
    },
    ui,
    order: form.order.filter((field) => field in ui),
    etag: form.etag,
    submit: submit ?? { method: 'POST', path: '' },
  };
}

/** What fills the title of a form. */
export const aboutOf = (t: Ctx['t'], { about }: FormDef): Record<string, string> => (about ? { about: t(about) } : {});

/** What an operator wrote, in a language; of a field of their own another language stands in. */
export function writtenIn(locale: Locale, text: FormText | undefined, isOwn: boolean): string | undefined {
  if (text === undefined || typeof text === 'string') return text || undefined;
  return text[locale] || (isOwn ? text.en || text.ar : undefined) || undefined;
}

/** Whether a route searches and pages its choices, and names the one with a value. */
function isSearched(kernel: Kernel, routeId: string): boolean {
  const asks = kernel.registry.routes.get(routeId)?.def.query?.properties ?? {};
  return ['search', 'Page', 'PerPage', 'value'].every((name) => name in asks);
}

/** Texts of a field's choices: what operators wrote, or else what the catalogue has. */
function labelsOf(
  t: Ctx['t'],
  written: (choice: string) => string | undefined,
  keyOf: (choice: string) => string | undefined,
  schema: Record<string, unknown>,
): Record<string, string> | undefined {
  const choices = choicesOf((schema['items'] as Record<string, unknown> | undefined) ?? schema);
  if (!choices) return undefined;
  return Object.fromEntries(
    choices.map(String).map((choice) => {
      const key = keyOf(choice);
      return [choice, written(choice) ?? (key ? t(key) : choice)];
    }),
  );
}

const compact = <O extends object>(o: O): O => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as O;
