import type { Ctx, FormDef, FormText, Locale } from '../contract.ts';
import { FORM_PROPERTIES } from '../contract.ts';
import type { BothTexts, EditedField, EditedForm } from '../contract/wire-form-editor.ts';
import type { Kernel } from '../kernel.ts';
import { inPresentVersion } from './effective-form.ts';
import { choicesOf, isOpen, limitsOf } from './form-changes.ts';
import type { EffectiveForm, EffectiveUi } from './form-shapes.ts';
import { type LayerRow, ownLayer, publications, publishedLayer } from './form-store.ts';
import { fieldKey } from './form-texts.ts';
import { type Shaped, withChanges } from './shaping.ts';
import { textsIn, writtenIn } from './wire-form.ts';

const EDITOR_TEXTS = 'core.form-editor.';
/** What the values of `Flag` are called. */
const FLAG_TEXTS: Readonly<Record<string, string>> = { T: `${EDITOR_TEXTS}yes`, F: `${EDITOR_TEXTS}no` };
/** Publishings that the editor offers to go back to. */
const MOST_PUBLISHED = 20;

/** A form as its editor shows it: what may be changed about each field, what was changed, and what was published before. */
export async function editedForm(kernel: Kernel, ctx: Ctx, form: Shaped): Promise<EditedForm> {
  const { company, role } = form.at;
  const opsOf = (row: LayerRow) => inPresentVersion(form.forms[0]!, row.base_version, row.ops);
  const own = await ownLayer(ctx.db, form.at);
  const published = await publishedLayer(ctx.db, form.at);
  const past = await publications(ctx.db, form.at, MOST_PUBLISHED);
  const { below, unfit } = await withChanges(kernel, form, published ?? { ops: [], extra: {} }, published?.base_version);
  return {
    id: form.at.formId,
    texts: editorTexts(kernel, ctx),
    forms: form.forms.map(({ id, title, keepsExtra = false }) => ({ id, title: ctx.t(title), keepsExtra })),
    role,
    agency: company.id === ctx.tenant.id ? null : { id: company.id, name: company.name },
    revision: own?.revision ?? 0,
    state: (own?.state as 'draft' | 'published' | undefined) ?? 'none',
    publishAt: own?.publish_at?.toISOString() ?? null,
    ops: own ? opsOf(own) : [],
    extra: own?.extra ?? {},
    published: published ? { revision: published.revision, ops: opsOf(published), extra: published.extra } : null,
    history: past.map((row) => ({
      revision: row.revision,
      state: row.state,
      at: (row.published_at ?? row.created_at).toISOString(),
      by: row.name,
      ops: opsOf(row),
      extra: row.extra,
    })),
    unfit: unfit.map(({ op, why }) => ({ ...op, why: ctx.t(why) })),
    fields: fieldsOf(kernel, ctx, form.forms, below),
  };
}

/** What the editor says. It comes with the form, so that nobody else's first screen carries it. */
function editorTexts({ catalogue }: Kernel, ctx: Ctx): Record<string, string> {
  const keys = catalogue.keys('en').filter((key) => key.startsWith(EDITOR_TEXTS));
  return Object.fromEntries(keys.map((key) => [key.slice(EDITOR_TEXTS.length), ctx.t(key)]));
}

/** The fields of forms that are changed as one, each once, in the order of the first form that has it. */
function fieldsOf(kernel: Kernel, ctx: Ctx, forms: readonly FormDef[], below: readonly EffectiveForm[]): EditedField[] {
  const names = [...new Set(below.flatMap(({ order }) => order))];
  const having = (name: string) => forms.filter((_form, nth) => name in below[nth]!.schema.properties);
  const both = texts(kernel, ctx);
  return names.flatMap((name) => {
    const [def] = having(name);
    const form = below[forms.indexOf(def!)]!;
    const ui = form.ui[name] ?? {};
    return ui.widget === 'hidden' ? [] : [fieldOf(kernel, both, def!, form, name, ui, having(name))];
  });
}

function fieldOf(
  kernel: Kernel,
  both: Both,
  def: FormDef,
  { schema }: EffectiveForm,
  name: string,
  ui: EffectiveUi,
  having: readonly FormDef[],
): EditedField {
  const field = schema.properties[name]!;
  const base = def.ui?.[name];
  const isOwn = name.startsWith('x_');
  const keyOf = (about?: string) => fieldKey(kernel.catalogue, def, name, about);
  const types = [field['type'] ?? []].flat() as string[];
  const choices = choicesOf(field) ?? [];
  const isFlag = choices.length > 0 && choices.every((value) => String(value) in FLAG_TEXTS);
  return {
    name,
    isOwn,
    title: both(ui.title, (field['title'] as string | undefined) ?? keyOf() ?? (isOwn ? name : `${def.id}.${name}`), isOwn),
    help: both(ui.help, base?.help ?? keyOf('.help'), isOwn),
    group: both(ui.group, base?.group, isOwn),
    widget: ui.widget ?? null,
    type: types.find((type) => type !== 'null') ?? null,
    choices: choices.map((value) => ({
      value: value as string,
      ...both(ui.labels?.[String(value)], keyOf(`.${String(value)}`) ?? (isFlag ? FLAG_TEXTS[String(value)] : ''), true, String(value)),
    })),
    isRequired: schema.required.includes(name),
    isHidden: ui.hide === true,
    default: field['default'] ?? null,
    when: ui.when ?? null,
    limits: Object.fromEntries(limitsOf(field).map((limit) => [limit, (field[limit] as number | undefined) ?? null])),
    open: FORM_PROPERTIES.filter((property) => property !== 'labels' && having.some((one) => isOpen(one, name, property))),
    forms: having.map(({ id }) => id),
  };
}

type Both = (written: FormText | undefined, key: string | undefined, isOwn: boolean, standard?: string) => BothTexts;

function texts(kernel: Kernel, ctx: Ctx): Both {
  const say: Record<Locale, Ctx['t']> = { en: textsIn(kernel, ctx, 'en'), ar: textsIn(kernel, ctx, 'ar') };
  return (written, key, isOwn, standard = '') => {
    const text = (locale: Locale): string =>
      (typeof written === 'object' ? writtenIn(locale, written, isOwn) : undefined) ?? (key ? say[locale](key) : standard);
    return { en: text('en'), ar: text('ar') };
  };
}
