import { defineRoute, FORM_PROPERTIES, type FormDef, invalid, notFound, type RouteDef, T } from '../contract.ts';
import { effectiveForm, type FormLayer } from '../forms/effective-form.ts';
import { layersBelow, layersFor, ownLayer, publishDraft, saveDraft, undoPublish } from '../forms/form-store.ts';
import { compileForm } from '../forms/form-rules.ts';
import type { Kernel } from '../kernel.ts';

const Op = T.Object({ field: T.String({ maxLength: 80 }), set: T.Enum([...FORM_PROPERTIES]), value: T.Unknown() });
const Extra = T.Record(T.String({ pattern: '^x_[a-z0-9_]{1,40}$' }), T.Unsafe<Record<string, unknown>>({ type: 'object' }));
const Params = T.Object({ id: T.String({ maxLength: 100 }) });
const Role = T.Object({ role: T.Optional(T.Enum(['', 'user', 'userdownline', 'administrator', 'sales', 'client'])) });
const Layer = T.Object({
  revision: T.Integer(),
  state: T.String(),
  ops: T.Array(Op),
  extra: Extra,
  stale: T.Array(T.Object({ level: T.String(), revision: T.Integer(), op: Op, why: T.String() })),
});

/** Shaping forms without redeploying: read the own layer, save a draft, publish it, take it back. */
export const formRoutes = (kernel: () => Kernel): RouteDef[] => {
  const formOf = (id: string): FormDef => {
    const form = kernel().registry.forms.get(id);
    if (!form) throw notFound();
    return form.def;
  };
  return [
    defineRoute({
      id: 'core.form-layer',
      method: 'GET',
      path: '/forms/:id/layer',
      summary: "The company's own changes to a form, and those that no longer fit",
      ability: ['read', 'FormLayer'],
      params: Params,
      query: Role,
      response: Layer,
      async handler(ctx, { params, query }) {
        const def = formOf(params.id);
        const own = await ownLayer(ctx.db, ctx.tenant.id, def.id, query.role ?? '');
        const { stale } = effectiveForm(def, await layersFor(kernel().platform, def.id, ctx.tenant, query.role ?? ''));
        return {
          revision: own?.revision ?? 0,
          state: own?.state ?? 'none',
          ops: own?.ops ?? [],
          extra: own?.extra ?? {},
          stale: stale,
        };
      },
    }),
    defineRoute({
      id: 'core.form-draft',
      method: 'PUT',
      path: '/forms/:id/draft',
      summary: 'Save a draft of the changes to a form',
      ability: ['update', 'FormLayer'],
      audit: 'core.form-drafted',
      params: Params,
      query: Role,
      body: T.Object({ revision: T.Integer({ minimum: 0 }), ops: T.Array(Op, { maxItems: 500 }), extra: T.Optional(Extra) }),
      response: T.Object({ revision: T.Integer() }),
      async handler(ctx, { params, query, body }) {
        const def = formOf(params.id);
        const role = query.role ?? '';
        const below = await layersBelow(kernel().platform, def.id, ctx.tenant, role);
        const { properties } = effectiveForm(def, below).schema;
        const taken = Object.keys(body.extra ?? {}).find((name) => name in properties);
        if (taken) throw invalid(`extra.${taken}`, 'core.forms.refused', { why: 'there is such a field already' });
        compileForm({ type: 'object', properties: { ...properties, ...body.extra } });
        const draft: FormLayer = { level: 'role', baseVersion: def.version, revision: 0, ops: body.ops, extra: body.extra ?? {} };
        const unfit = effectiveForm(def, [...below, draft]).stale.find((o) => o.revision === 0);
        if (unfit) throw invalid(`ops.${draft.ops.indexOf(unfit.op)}`, 'core.forms.refused', { why: unfit.why });
        return { revision: await saveDraft(ctx.db, def, ctx.tenant.id, role, body.revision, draft.ops, draft.extra, ctx.actor.id) };
      },
    }),
    defineRoute({
      id: 'core.form-publish',
      method: 'POST',
      path: '/forms/:id/publish',
      summary: 'Put the draft into effect',
      ability: ['update', 'FormLayer'],
      audit: 'core.form-published',
      params: Params,
      query: Role,
      response: T.Object({}),
      async handler(ctx, { params, query }) {
        await publishDraft(ctx.db, ctx.tenant.id, formOf(params.id).id, query.role ?? '');
        return {};
      },
    }),
    defineRoute({
      id: 'core.form-undo',
      method: 'POST',
      path: '/forms/:id/undo',
      summary: 'Take the last publishing back',
      ability: ['update', 'FormLayer'],
      audit: 'core.form-undone',
      params: Params,
      query: Role,
      response: T.Object({}),
      async handler(ctx, { params, query }) {
        await undoPublish(ctx.db, ctx.tenant.id, formOf(params.id).id, query.role ?? '');
        return {};
      },
    }),
  ];
};
