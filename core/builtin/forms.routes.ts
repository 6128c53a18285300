import {
  type Ctx,
  conflict,
  defineJob,
  defineRoute,
  FORM_PROPERTIES,
  invalid,
  type JobDef,
  notFound,
  type RouteDef,
  T,
  USER_TYPES,
} from '../contract.ts';
import { layerIdOf } from '../forms/copies.ts';
import type { StaleOverride } from '../forms/form-shapes.ts';
import {
  dropDraft,
  dropPublished,
  draftAt,
  lockLayers,
  ownLayer,
  publishDraft,
  publishedLayer,
  replacePublished,
  saveDraft,
  scheduleDraft,
  undoPublish,
} from '../forms/form-store.ts';
import { assertFit, companyOf, type Shaped, type ShapedFor, shaped, withChanges } from '../forms/shaping.ts';
import type { Kernel } from '../kernel.ts';

export const Op = T.Object({ field: T.String({ maxLength: 80 }), set: T.Enum([...FORM_PROPERTIES]), value: T.Unknown() });
const Field = T.Unsafe<Record<string, unknown>>({ type: 'object' });
export const Extra = T.Record(T.String({ pattern: '^x_[a-z0-9_]{1,40}$' }), Field, { maxProperties: 40 });
export const Changes = { ops: T.Array(Op, { maxItems: 500 }), extra: T.Optional(Extra) };
export const Params = T.Object({ id: T.String({ maxLength: 100 }) });
export const For = T.Object({
  role: T.Optional(T.Enum(['', ...USER_TYPES])),
  agency: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })),
});
export const Stale = T.Object({
  level: T.String(),
  revision: T.Integer(),
  op: T.Object({ field: T.String(), set: T.String(), value: T.Unknown() }),
  why: T.String(),
});
/** The longest time ahead that a publishing is planned. */
const FURTHEST_MS = 366 * 86_400_000;

/** A change that does not fit, with its reason in the caller's language. */
export const staleIn = (ctx: Ctx, { why, ...stale }: StaleOverride) => ({ ...stale, why: ctx.t(why) });

const about = ({ at }: Shaped) => ({ kind: 'form', id: at.formId });

/** The form that is to be changed, until the transaction ends: whoever else changes it waits. */
async function held(kernel: Kernel, ctx: Ctx, formId: string, of: ShapedFor): Promise<Shaped> {
  const form = await shaped(kernel, ctx, formId, of);
  await lockLayers(ctx.db, form.at);
  return form;
}

/** Writes down what became of a form, for the company whose form it is, and tells whoever looks at it. */
async function note(ctx: Ctx, form: Shaped, action: string, revision: number): Promise<void> {
  await ctx.audit({
    action,
    companyId: form.at.company.id,
    description: `${form.at.formId}${form.at.role ? ` for ${form.at.role}` : ''}, revision ${revision}`,
    params: { form: form.forms[0]?.title ?? form.at.formId },
    target: form.at.formId,
    concerns: about(form),
    detail: { role: form.at.role, revision },
  });
  await ctx.live('forms', form.at.company);
}

/** Shaping forms without redeploying: read the own layer, save a draft, publish it now or later, take it back. */
export const formRoutes = (kernel: () => Kernel): RouteDef[] => {
  const publishJob = publicationJob(kernel);
  return [
    defineRoute({
      id: 'core.form-layer',
      method: 'GET',
      path: '/forms/:id/layer',
      summary: "The company's own changes to a form, and those that no longer fit",
      ability: ['read', 'FormLayer'],
      params: Params,
      query: For,
      response: T.Object({ revision: T.Integer(), state: T.String(), ops: T.Array(Op), extra: Extra, stale: T.Array(Stale) }),
      async handler(ctx, { params, query }) {
        const form = await shaped(kernel(), ctx, params.id, query);
        const own = await ownLayer(ctx.db, form.at);
        const { ops = [], extra = {}, base_version: base } = own ?? {};
        const { after } = await withChanges(kernel(), form, { ops, extra }, base);
        return {
          revision: own?.revision ?? 0,
          state: own?.state ?? 'none',
          ops,
          extra,
          stale: after[0]!.stale.map((one) => staleIn(ctx, one)),
        };
      },
    }),
    defineRoute({
      id: 'core.form-draft',
      method: 'PUT',
      path: '/forms/:id/draft',
      summary: 'Save a draft of the changes to a form',
      ability: ['update', 'FormLayer'],
      params: Params,
      query: For,
      body: T.Object({ revision: T.Integer({ minimum: 0 }), ...Changes }),
      response: T.Object({ revision: T.Integer() }),
      async handler(ctx, { params, query, body }) {
        const form = await held(kernel(), ctx, params.id, query);
        const changes = { ops: body.ops, extra: body.extra ?? {} };
        await assertFit(kernel(), form, changes);
        const baseVersion = form.forms[0]!.version;
        const revision = await saveDraft(ctx.db, form.at, body.revision, { ...changes, baseVersion }, ctx.actor.id);
        await note(ctx, form, 'core.form-drafted', revision);
        return { revision };
      },
    }),
    defineRoute({
      id: 'core.form-draft-drop',
      method: 'DELETE',
      path: '/forms/:id/draft',
      summary: 'Throw the draft of a form away',
      ability: ['update', 'FormLayer'],
      params: Params,
      query: For,
      response: T.Object({}),
      async handler(ctx, { params, query }) {
        const form = await held(kernel(), ctx, params.id, query);
        const draft = await draftAt(ctx.db, form.at);
        if (draft && (await dropDraft(ctx.db, form.at))) await note(ctx, form, 'core.form-draft-dropped', draft.revision);
        return {};
      },
    }),
    defineRoute({
      id: 'core.form-publish',
      method: 'POST',
      path: '/forms/:id/publish',
      summary: 'Put the draft into effect',
      ability: ['update', 'FormLayer'],
      params: Params,
      query: For,
      response: T.Object({ message: T.String() }),
      async handler(ctx, { params, query }) {
        const form = await held(kernel(), ctx, params.id, query);
        const draft = await publishDraft(ctx.db, form.at, ctx.now, ctx.actor.id);
        await assertFit(kernel(), form, draft, draft.base_version);
        await note(ctx, form, 'core.form-published', draft.revision);
        return { message: ctx.t('core.forms.published') };
      },
    }),
    defineRoute({
      id: 'core.form-schedule',
      method: 'POST',
      path: '/forms/:id/schedule',
      summary: 'Put the draft into effect at a later moment',
      ability: ['update', 'FormLayer'],
      params: Params,
      query: For,
      body: T.Object({ at: T.String({ format: 'date-time', maxLength: 40 }) }),
      response: T.Object({ message: T.String() }),
      async handler(ctx, { params, query, body }) {
        const form = await held(kernel(), ctx, params.id, query);
        const when = new Date(body.at);
        const ahead = when.getTime() - ctx.now.getTime();
        if (!(ahead > 0 && ahead < FURTHEST_MS)) throw invalid('at', 'core.forms.moment');
        const draft = await scheduleDraft(ctx.db, form.at, when);
        await assertFit(kernel(), form, draft, draft.base_version);
        const payload = { form: form.at.formId, role: form.at.role, revision: draft.revision, at: when.toISOString() };
        await ctx.as(form.at.company, (inside) => inside.enqueue(publishJob, payload, { runAt: when }));
        await note(ctx, form, 'core.form-scheduled', draft.revision);
        return { message: ctx.t('core.forms.scheduled-done') };
      },
    }),
    defineRoute({
      id: 'core.form-unschedule',
      method: 'DELETE',
      path: '/forms/:id/schedule',
      summary: 'Keep the draft of a form from being published by itself',
      ability: ['update', 'FormLayer'],
      params: Params,
      query: For,
      response: T.Object({}),
      async handler(ctx, { params, query }) {
        const form = await held(kernel(), ctx, params.id, query);
        const draft = await scheduleDraft(ctx.db, form.at, null);
        await note(ctx, form, 'core.form-unscheduled', draft.revision);
        return {};
      },
    }),
    defineRoute({
      id: 'core.form-undo',
      method: 'POST',
      path: '/forms/:id/undo',
      summary: 'Take the last publishing back',
      ability: ['update', 'FormLayer'],
      params: Params,
      query: For,
      response: T.Object({ message: T.String() }),
      async handler(ctx, { params, query }) {
        const form = await held(kernel(), ctx, params.id, query);
        const published = await publishedLayer(ctx.db, form.at);
        await undoPublish(ctx.db, form.at);
        await note(ctx, form, 'core.form-undone', published?.revision ?? 0);
        return { message: ctx.t('core.forms.undone') };
      },
    }),
    defineRoute({
      id: 'core.form-resolve',
      method: 'POST',
      path: '/forms/:id/resolve',
      summary: 'Drop a published change that no longer fits, or aim it at another field',
      ability: ['update', 'FormLayer'],
      params: Params,
      body: T.Object({
        role: For.properties.role,
        agency: T.Optional(T.Union([T.Integer({ minimum: 1, maximum: 2_147_483_647 }), T.Null()])),
        revision: T.Integer({ minimum: 1 }),
        field: T.String({ maxLength: 80 }),
        set: T.Enum([...FORM_PROPERTIES, 'extra', '']),
        to: T.Optional(T.String({ maxLength: 80 })),
      }),
      response: T.Object({ message: T.String() }),
      async handler(ctx, { params, body: { role = '', agency, revision, field, set, to } }) {
        const query = { role, ...(agency === undefined || agency === null ? {} : { agency }) };
        const known = kernel().registry.forms.get(params.id)?.def;
        if (!known || layerIdOf(known) !== params.id) return resolveGone(ctx, params.id, query, revision);
        const form = await held(kernel(), ctx, params.id, query);
        const published = await publishedLayer(ctx.db, form.at);
        if (published?.revision !== revision) throw conflict('core.forms.changed-meanwhile');
        const { unfit } = await withChanges(kernel(), form, published, published.base_version);
        const isMeant = (op: { field: string; set: string }): boolean => op.field === field && op.set === set;
        const meant = unfit.find(({ op }) => isMeant(op));
        if (!meant) throw conflict('core.forms.changed-meanwhile');
        const resolved = published.ops.flatMap((op) => (op !== meant.op ? [op] : to === undefined ? [] : [{ ...op, field: to }]));
        const extra = Object.fromEntries(Object.entries(published.extra).filter(([name]) => !(set === 'extra' && name === field)));
        const changes = { ops: resolved, extra };
        if (to !== undefined) {
          const still = (await withChanges(kernel(), form, changes, published.base_version)).unfit.find(({ op }) => op.field === to);
          if (still) throw invalid('to', still.why);
        }
        await replacePublished(ctx.db, form.at, { ...changes, baseVersion: published.base_version }, ctx.now, ctx.actor.id);
        await note(ctx, form, 'core.form-resolved', revision);
        return { message: ctx.t(to === undefined ? 'core.forms.change-dropped' : 'core.forms.change-moved') };
      },
    }),
  ];
};

/** Changes of a form that is gone have nothing to be aimed at. */
async function resolveGone(ctx: Ctx, formId: string, { role = '', agency }: ShapedFor, revision: number): Promise<{ message: string }> {
  const at = { company: await companyOf(ctx, agency), formId, role };
  await lockLayers(ctx.db, at);
  if (!(await dropPublished(ctx.db, at, revision))) throw notFound();
  await note(ctx, { forms: [], at }, 'core.form-resolved', revision);
  return { message: ctx.t('core.forms.change-dropped') };
}

/** Publishes a draft at its moment, unless somebody planned otherwise meanwhile. What no longer fits is left out and reported, as it always is. */
const publicationJob = (kernel: () => Kernel): JobDef =>
  defineJob({
    id: 'core.form-publication',
    payload: T.Object({ form: T.String(), role: T.String(), revision: T.Integer(), at: T.String() }),
    timeoutMs: 60_000,
    async run(ctx, { form: id, role, revision, at: when }) {
      const form = kernel().registry.forms.get(id);
      if (!form) throw new Error(`there is no form ${id} any more`);
      const at = { company: ctx.tenant, formId: id, role };
      await lockLayers(ctx.db, at);
      const draft = await draftAt(ctx.db, at);
      if (draft?.revision !== revision || draft.publish_at?.toISOString() !== when) return;
      await publishDraft(ctx.db, at, ctx.now, null);
      await note(ctx, { forms: [form.def], at }, 'core.form-published', revision);
    },
  });

export const formJobs = (kernel: () => Kernel): JobDef[] => [publicationJob(kernel)];
