import { type Ctx, denied, type FormDef, type FormOp, invalid, notFound, type Tenant, type UserType } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { layerIdOf, surroundingsOf, togetherWith } from './copies.ts';
import { effectiveForm } from './effective-form.ts';
import { compileForm } from './form-rules.ts';
import type { EffectiveForm, FormLayer, StaleOverride } from './form-shapes.ts';
import { layersBelow, type LayerPlace } from './form-store.ts';

/** Where agencies shape forms for themselves and their clients. */
export const AGENCY_FORMS = 'core.agency_forms';

export interface Shaped {
  /** The form and those that are changed as one with it; changes are stored with the first. */
  forms: readonly FormDef[];
  at: LayerPlace;
}
/** Which form is shaped, for whom: everybody below the caller's company, or one agency, and everybody there or one role. */
export interface ShapedFor {
  role?: UserType | '';
  agency?: number;
}

/** What a call shapes. An agency must be let (403), and shapes only its own forms; a root shapes them for itself or for one of its agencies. */
export async function shaped(kernel: Kernel, ctx: Ctx, formId: string, { role = '', agency }: ShapedFor): Promise<Shaped> {
  const form = kernel.registry.forms.get(formId);
  if (!form) throw notFound();
  return {
    forms: togetherWith(kernel.registry, form.def),
    at: { company: await companyOf(ctx, agency), formId: layerIdOf(form.def), role },
  };
}

/** The company whose forms are shaped: one's own, or an agency below a root. */
export async function companyOf(ctx: Ctx, agency?: number): Promise<Tenant> {
  assertMayShape(ctx);
  const company = agency === undefined || agency === ctx.tenant.id ? ctx.tenant : await ctx.company(agency);
  if (!company || company.kind === 'client' || company.rootId !== ctx.tenant.rootId) throw notFound();
  if (ctx.tenant.kind !== 'root' && company.id !== ctx.tenant.id) throw notFound();
  return company;
}

/** Refuses agencies that were not let shape forms. */
export function assertMayShape(ctx: Ctx): void {
  if (ctx.tenant.kind === 'agency' && !ctx.feature(AGENCY_FORMS)) throw denied('core.forms.not-let');
}

/** What an editor has in hand. */
export interface Changes {
  ops: readonly FormOp[];
  extra: FormLayer['extra'];
}

/** The forms with some changes upon what counts without them, and which of these do not fit. */
export async function withChanges(
  kernel: Kernel,
  { forms, at }: Shaped,
  { ops, extra }: Changes,
  baseVersion = forms[0]!.version,
): Promise<{ below: EffectiveForm[]; after: EffectiveForm[]; unfit: StaleOverride[] }> {
  const layers = await layersBelow(kernel.platform, at.formId, at.company, at.role);
  const own: FormLayer = { level: at.role ? 'role' : at.company.kind === 'root' ? 'root' : 'agency', baseVersion, revision: 0, ops, extra };
  const shape = (upon: readonly FormLayer[]) => forms.map((def) => effectiveForm(def, upon, surroundingsOf(kernel.registry, def)));
  const [below, after] = [shape(layers), shape([...layers, own])];
  const mine = after.flatMap(({ stale }) => stale).filter((one) => isOf(own, one));
  // What fits none of several forms is said once.
  const unfit = mine.filter((one, nth) => mine.findIndex((other) => sameChange(one, other)) === nth);
  return { below, after, unfit };
}

const isOf = ({ ops, extra }: FormLayer, { op }: StaleOverride): boolean =>
  op.set === 'extra' ? extra[op.field] === op.value : (ops as readonly unknown[]).includes(op);
const sameChange = (a: StaleOverride, b: StaleOverride): boolean => a.op === b.op || (a.op.set === 'extra' && a.op.value === b.op.value);

/** Refuses (422) changes that could not be drawn, checked or applied. */
export async function assertFit(kernel: Kernel, form: Shaped, changes: Changes, baseVersion?: number): Promise<void> {
  const { below, unfit } = await withChanges(kernel, form, changes, baseVersion);
  compileForm({ type: 'object', properties: { ...below[0]!.schema.properties, ...changes.extra } });
  const [first] = unfit;
  if (!first) return;
  const field = first.op.set === 'extra' ? `extra.${first.op.field}` : `ops.${changes.ops.indexOf(first.op as FormOp)}`;
  throw invalid(field, first.why);
}
