import type { Ctx, FormDef, Tenant } from '../contract.ts';
import { eachNode } from '../boot/checks/references.ts';
import type { Kernel } from '../kernel.ts';
import { layerIdOf, togetherWith } from './copies.ts';
import type { StaleOverride } from './form-shapes.ts';
import { type LayerRow, layersOfCompanies } from './form-store.ts';
import { fieldKey } from './form-texts.ts';
import { aboutOf } from './wire-form.ts';
import { type Shaped, withChanges } from './shaping.ts';

export interface ListedForm {
  id: string;
  title: string;
  /** Where it is shown. */
  pages: string;
  fields: number;
  changeable: number;
  state: 'none' | 'draft' | 'scheduled' | 'published' | 'fixed';
  stale: number;
}

/** All forms of plugins that are on, those that are changed as one once, as they stand for a company and everybody in it; what cannot be changed comes last. */
export async function listedForms(kernel: Kernel, ctx: Ctx): Promise<ListedForm[]> {
  const rows = Map.groupBy(await layersOfCompanies(ctx.db, [ctx.tenant.id]), (row) => row.form_id);
  const stale = Map.groupBy(await staleChanges(kernel, ctx, [ctx.tenant]), (one) => one.form.at.formId);
  const shownOn = pageTitles(kernel, ctx);
  const listed = (texts: readonly string[]): string => [...new Set(texts)].join(ctx.locale === 'ar' ? '، ' : ', ');
  const forms = [...kernel.registry.forms.values()].flatMap(({ plugin, def }): ListedForm[] => {
    if (def.changesWith || !kernel.features.isOn(plugin, ctx.tenant)) return [];
    const together = togetherWith(kernel.registry, def);
    const seen = [...new Set(together.flatMap((one) => seenFields(one)))];
    const changeable = seen.filter((name) => together.some((one) => (one.open?.[name] ?? []).length > 0));
    const own = rows.get(def.id) ?? [];
    const draft = own.find(({ state }) => state === 'draft');
    const isFirm = changeable.length === 0 && !together.some(({ keepsExtra }) => keepsExtra);
    const state = draft ? (draft.publish_at ? 'scheduled' : 'draft') : own.length > 0 ? 'published' : isFirm ? 'fixed' : 'none';
    return [
      {
        id: def.id,
        title: listed(together.map((form) => ctx.t(form.title, aboutOf(ctx.t, form)))),
        pages: listed(together.flatMap(({ id }) => shownOn.get(id) ?? [])),
        fields: seen.length,
        changeable: changeable.length,
        state,
        stale: stale.get(def.id)?.length ?? 0,
      },
    ];
  });
  const isFixed = ({ state }: ListedForm): number => Number(state === 'fixed');
  return forms.toSorted((a, b) => isFixed(a) - isFixed(b) || a.title.localeCompare(b.title, ctx.locale));
}

const seenFields = (def: FormDef): string[] => Object.keys(def.schema.properties).filter((name) => def.ui?.[name]?.widget !== 'hidden');

/** Titles of the pages that show a form, by its id. */
function pageTitles(kernel: Kernel, ctx: Ctx): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { def } of kernel.registry.pages.values())
    eachNode([def.head, def.blocks], ({ form }) => {
      if (typeof form === 'string') found.set(form, [...(found.get(form) ?? []), ctx.t(def.title)]);
    });
  return found;
}

export interface StaleChange {
  form: Shaped;
  row: LayerRow;
  /** Null where the form itself is gone. */
  change: StaleOverride | null;
}

/** What companies published and no longer fits. */
export async function staleChanges(kernel: Kernel, ctx: Ctx, companies: readonly Tenant[]): Promise<StaleChange[]> {
  const byId = new Map(companies.map((company) => [company.id, company]));
  const rows = (await layersOfCompanies(ctx.db, [...byId.keys()])).filter(({ state }) => state === 'published');
  const found: StaleChange[] = [];
  for (const row of rows) {
    const at = { company: byId.get(row.company_id)!, formId: row.form_id, role: row.role };
    const owned = kernel.registry.forms.get(row.form_id);
    // A plugin that is not there says nothing of its forms.
    if (!owned && !kernel.registry.plugins.some(({ manifest }) => manifest.id === row.form_id.split('.')[0])) continue;
    const forms = owned ? togetherWith(kernel.registry, owned.def) : [];
    const form = { forms, at };
    if (!owned || layerIdOf(owned.def) !== row.form_id) found.push({ form, row, change: null });
    else for (const change of (await withChanges(kernel, form, row, row.base_version)).unfit) found.push({ form, row, change });
  }
  return found;
}

/** What a field is called, in the caller's language; its name where it is gone. */
export function fieldTitle(kernel: Kernel, ctx: Ctx, forms: readonly FormDef[], field: string): string {
  const key = forms.map((def) => fieldKey(kernel.catalogue, def, field)).find((one) => one !== undefined);
  return key ? ctx.t(key) : field;
}
