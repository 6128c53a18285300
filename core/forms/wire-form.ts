import { type Ctx, type FormDef, shownMoney } from '../contract.ts';
import type { WireFormBody } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { callOf } from '../pages/wire-call.ts';
import { formsFor, isShown } from './caller-forms.ts';
import { choicesOf } from './effective-form.ts';
import { fieldKey } from './form-texts.ts';

/** The effective form for one actor, in his language. */
export async function wireForm(kernel: Kernel, ctx: Ctx, def: FormDef): Promise<WireFormBody> {
  const form = (await formsFor(kernel, ctx, [def]))[0]!;
  const ui: WireFormBody['ui'] = {};
  const keyOf = (field: string, about?: string): string | undefined => fieldKey(kernel.catalogue, def, field, about);
  for (const [field, schema] of Object.entries(form.schema.properties)) {
    const { options, suggest, help, group, placeholder, prefix, suffix, least, ability: _ability, ...rest } = form.ui[field] ?? {};
    if (!isShown(ctx, form.ui[field] ?? {})) {
      delete form.schema.properties[field];
      continue;
    }
    const text = (value: string | undefined) => (value === undefined ? undefined : ctx.t(value));
    schema['title'] = ctx.t((schema['title'] as string | undefined) ?? keyOf(field) ?? `${def.id}.${field}`);
    const helpKey = help ?? keyOf(field, '.help');
    const call = options ? callOf(kernel, ctx, options.route) : null;
    const suggested = suggest ? callOf(kernel, ctx, suggest.route) : null;
    const labels = labelsOf(ctx, (choice) => keyOf(field, `.${choice}`), schema);
    ui[field] = compact({
      ...rest,
      help: text(helpKey),
      group: text(group),
      placeholder: text(placeholder),
      prefix: text(prefix),
      suffix: text(suffix),
      least: least && { cents: least.cents, text: ctx.t(least.text, { amount: shownMoney(least.cents) }) },
      // A chooser is no use to somebody who may not see what there is to choose from.
      options: call ? { ...call, ...(isSearched(kernel, options!.route) && { searched: true as const }) } : undefined,
      suggest: suggested ? { ...suggested, ...(suggest?.only && { only: true as const }) } : undefined,
      labels,
      hide: options && !call ? true : rest.hide,
    });
  }
  const submit = callOf(kernel, ctx, def.submit);
  return {
    id: def.id,
    title: ctx.t(def.title),
    button: ctx.t(def.button ?? 'core.forms.save'),
    ...(def.button === undefined && { saves: true as const }),
    ...(def.saving ? { saving: ctx.t(def.saving) } : {}),
    schema: {
      ...form.schema,
      required: form.schema.required.filter((field) => ui[field] && !(form.ui[field]?.options && !ui[field].options)),
    },
    ui,
    order: form.order.filter((field) => field in ui),
    etag: form.etag,
    submit: submit ?? { method: 'POST', path: '' },
  };
}

/** Whether a route searches and pages its choices, and names the one with a value. */
function isSearched(kernel: Kernel, routeId: string): boolean {
  const asks = kernel.registry.routes.get(routeId)?.def.query?.properties ?? {};
  return ['search', 'Page', 'PerPage', 'value'].every((name) => name in asks);
}

/** Texts of a field's choices, where the catalogue has them. */
function labelsOf(
  ctx: Ctx,
  keyOf: (choice: string) => string | undefined,
  schema: Record<string, unknown>,
): Record<string, string> | undefined {
  const choices = choicesOf((schema['items'] as Record<string, unknown> | undefined) ?? schema);
  if (!choices) return undefined;
  return Object.fromEntries(
    choices.map(String).map((choice) => {
      const key = keyOf(choice);
      return [choice, key ? ctx.t(key) : choice];
    }),
  );
}

const compact = <O extends object>(o: O): O => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined)) as O;
