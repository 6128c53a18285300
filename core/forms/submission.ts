import type { Owned } from '../boot/registry.ts';
import { type Ctx, type FormDef, invalid, Problem, type RouteDef } from '../contract.ts';
import { checkInput } from '../invocation/schema.ts';
import type { Kernel } from '../kernel.ts';
import { formRefusal, formsFor, isFillable } from './caller-forms.ts';
import type { EffectiveForm, FormSchema } from './form-shapes.ts';
import { wireForm } from './wire-form.ts';

export interface Submission {
  body: unknown;
  /** The operator's own fields. */
  extra: Record<string, unknown>;
}
type Fields = Record<string, unknown>;

/** The id in the header `x-form: <id>@<etag>`; empty when the call names no form. */
export const formIdOf = (header: string): string => header.split('@')[0]!;

/**
 * Holds a body against the form that it was filled in with, as operators have tightened it, and splits off their own fields. The route's
 * schema has the last word.
 */
export async function checkSubmission(kernel: Kernel, ctx: Ctx, route: RouteDef, body: unknown, header: string): Promise<Submission> {
  const ofRoute = kernel.registry.formsOfRoute.get(route.id) ?? [];
  if (!header) return unnamed(kernel, ctx, route, ofRoute, body);
  const form = await namedForm(kernel, ctx, ofRoute, header);
  if (!isFields(body)) return { body, extra: {} };
  return held(kernel, ctx, form, form.schema, body, Object.keys(form.ui));
}

/** The form that a call names: one of the route's, open to the caller, and as it stands now. */
async function namedForm(kernel: Kernel, ctx: Ctx, ofRoute: readonly Owned<FormDef>[], header: string): Promise<EffectiveForm> {
  const id = formIdOf(header);
  const owned = ofRoute.find(({ def }) => def.id === id);
  if (!owned) throw new Problem(422, 'core.problem.wrong-form');
  const refusal = formRefusal(kernel, ctx, owned);
  if (refusal) throw refusal;
  const [form] = await formsFor(kernel, ctx, [owned.def]);
  if (header === `${id}@${form!.etag}`) return form!;
  throw new Problem(409, 'core.problem.form-changed', { extra: { form: await wireForm(kernel, ctx, owned.def) } });
}

/**
 * Leaving the header out is no way around what operators demand: the call is held to the forms that it may have come from, and one that it
 * satisfies is enough. A route that pages also call without a form has no such demands.
 */
async function unnamed(kernel: Kernel, ctx: Ctx, route: RouteDef, ofRoute: readonly Owned<FormDef>[], body: unknown): Promise<Submission> {
  const free = { body, extra: {} };
  if (!isFields(body) || kernel.registry.formless.has(route.id)) return free;
  const defs = ofRoute.filter((owned) => formRefusal(kernel, ctx, owned) === null).map(({ def }) => def);
  const forms = await formsFor(kernel, ctx, defs);
  if (forms.every(({ demands, shut }) => Object.keys(demands.properties).length + shut.length === 0)) return free;
  const fitting = forms.filter((form, at) => fits(kernel, ctx, form, defs[at]!, body));
  let refusal: unknown;
  for (const form of fitting.length > 0 ? fitting : forms) {
    try {
      return held(kernel, ctx, form, form.demands, body, form.shut);
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

/** Whether a body could come from the form as its plugin made it, with the operators' own fields. */
function fits(kernel: Kernel, ctx: Ctx, form: EffectiveForm, def: FormDef, body: Fields): boolean {
  if (Object.keys(body).some((name) => name.startsWith('x_') && !(name in form.schema.properties))) return false;
  try {
    held(kernel, ctx, form, def.schema as unknown as FormSchema, body, []);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks the fields of a body that the schema names. What the caller was not asked for is not missing; of the fields in `shown`, one that is
 * hidden is refused. What operators hide takes its default, but where a thing that holds another value is changed.
 */
function held(kernel: Kernel, ctx: Ctx, form: EffectiveForm, schema: FormSchema, body: Fields, shown: readonly string[]): Submission {
  const entries = Object.entries(body);
  const known = Object.fromEntries(entries.filter(([name]) => Object.hasOwn(schema.properties, name)));
  const demanded = schema.required ?? [];
  const required = demanded.filter((name) => isAsked(kernel, ctx, form, name, body));
  const checked = checkInput<Fields>(required.length === demanded.length ? schema : { ...schema, required }, known, 'body');
  const unseen = shown.find((name) => Object.hasOwn(body, name) && !isOpen(form, name, { ...body, ...checked }));
  if (unseen !== undefined) throw invalid(unseen, 'core.forms.hidden');
  const isOwn = (name: string): boolean => name.startsWith('x_') && Object.hasOwn(form.schema.properties, name);
  const whole = { ...(shown.length > 0 ? form.standing : {}), ...body };
  return {
    body: Object.fromEntries(Object.entries(whole).filter(([name]) => !isOwn(name))),
    extra: Object.fromEntries(Object.entries({ ...whole, ...checked }).filter(([name]) => isOwn(name))),
  };
}

/** Whether a field is shown, given the others. */
function isOpen({ schema, ui }: Pick<EffectiveForm, 'schema' | 'ui'>, name: string, body: Fields, seen: readonly string[] = []): boolean {
  const { hide, when } = ui[name] ?? {};
  if (hide) return false;
  if (!when || seen.includes(name)) return true;
  const value = body[when.field] ?? schema.properties[when.field]?.['default'];
  return value === when.is && isOpen({ schema, ui }, when.field, body, [...seen, name]);
}

/** Whether the form asks this caller for a field, given the others. */
const isAsked = (kernel: Kernel, ctx: Ctx, form: EffectiveForm, name: string, body: Fields): boolean =>
  isOpen(form, name, body) && isFillable(kernel, ctx, form.ui[name] ?? {});

const isFields = (body: unknown): body is Fields => typeof body === 'object' && body !== null && !Array.isArray(body);
