import { containing, type Ctx, defineRoute, type FormOp, List, ListQuery, listOfAll, type RouteDef, T, type Tenant } from '../contract.ts';
import type { EditedForm, FormPreview } from '../contract/wire.ts';
import { editedForm } from '../forms/edited-form.ts';
import { fieldTitle, listedForms, staleChanges } from '../forms/form-list.ts';
import { compileForm } from '../forms/form-rules.ts';
import { assertMayShape, shaped, withChanges } from '../forms/shaping.ts';
import { previewForm } from '../forms/wire-form.ts';
import type { Kernel } from '../kernel.ts';
import { Changes, For, Params } from './forms.routes.ts';

const MOST_AGENCIES = 50;
const Row = T.Object({
  id: T.String(),
  title: T.String(),
  pages: T.String(),
  fields: T.Integer(),
  changeable: T.Integer(),
  state: T.String(),
  stale: T.Integer(),
});
const Unfit = T.Object({
  key: T.String(),
  form: T.String(),
  title: T.String(),
  company: T.String(),
  agency: T.Union([T.Integer(), T.Null()]),
  role: T.String(),
  revision: T.Integer(),
  field: T.String(),
  field_title: T.String(),
  set: T.String(),
  change: T.String(),
  why: T.String(),
});

/** What the editor of forms reads: the list of all forms, one of them, how it would look, and what no longer fits. */
export const formEditorRoutes = (kernel: () => Kernel): RouteDef[] => [
  defineRoute({
    id: 'core.forms',
    method: 'GET',
    path: '/forms',
    summary: 'All forms, what may be changed about them, and how they stand',
    ability: ['read', 'FormLayer'],
    query: T.Object({ ...ListQuery(['title']), show: T.Optional(T.Enum(['open', 'changed'])) }),
    response: List(Row),
    async handler(ctx, { query }) {
      assertMayShape(ctx);
      const left = { open: ['fixed'], changed: ['fixed', 'none'] };
      const forms = (await listedForms(kernel(), ctx)).filter(({ state }) => !query.show || !left[query.show].includes(state));
      return listOfAll(forms, query, ctx.locale, ({ title, pages, id }) => `${title} ${pages} ${id}`);
    },
  }),
  defineRoute({
    id: 'core.forms-unfit',
    method: 'GET',
    path: '/forms/unfit',
    summary: 'Published changes of forms that no longer fit',
    ability: ['read', 'FormLayer'],
    query: T.Object(ListQuery(['title'])),
    response: List(Unfit),
    async handler(ctx, { query }) {
      assertMayShape(ctx);
      const found = await staleChanges(kernel(), ctx, await companiesOf(ctx));
      const rows = found.map(({ form, row, change }) => ({
        key: [row.form_id, row.company_id, row.role, row.revision, change?.op.field ?? '', change?.op.set ?? ''].join(':'),
        form: row.form_id,
        title: form.forms[0] ? ctx.t(form.forms[0].title) : row.form_id,
        company: form.at.company.name,
        agency: form.at.company.id === ctx.tenant.id ? null : form.at.company.id,
        role: row.role,
        revision: row.revision,
        field: change?.op.field ?? '',
        field_title: change ? fieldTitle(kernel(), ctx, form.forms, change.op.field) : '',
        set: change?.op.set ?? '',
        change: change ? ctx.t(`core.forms.property.${change.op.set}`) : '',
        why: ctx.t(change?.why ?? 'core.forms.why.form-gone'),
      }));
      return listOfAll(rows, query, ctx.locale, ({ title, field_title: field, company }) => `${title} ${field} ${company}`);
    },
  }),
  defineRoute({
    id: 'core.form-agencies',
    method: 'GET',
    path: '/forms/agencies',
    summary: "Agencies whose forms a root's operators may change, by name",
    ability: ['update', 'FormLayer'],
    query: T.Object({ search: T.Optional(T.String({ maxLength: 100 })) }),
    response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
    async handler(ctx, { query }) {
      if (ctx.tenant.kind !== 'root') return { options: [] };
      const options = (await ctx
        .db('core_public_company')
        .where({ kind: 'agency', root_id: ctx.tenant.id, removed_at: null })
        .where(containing(['name_key'], query.search ?? ''))
        .orderBy(['name_key', 'id'])
        .limit(MOST_AGENCIES)
        .select('id as value', 'name as label')) as { value: number; label: string }[];
      return { options };
    },
  }),
  defineRoute({
    id: 'core.form-editor',
    method: 'GET',
    path: '/forms/:id/editor',
    summary: 'A form as its editor shows it',
    ability: ['read', 'FormLayer'],
    params: Params,
    query: For,
    response: T.Unsafe<EditedForm>({ type: 'object' }),
    async handler(ctx, { params, query }) {
      return editedForm(kernel(), ctx, await shaped(kernel(), ctx, params.id, query));
    },
  }),
  defineRoute({
    id: 'core.form-preview',
    method: 'POST',
    path: '/forms/:id/preview',
    summary: 'A form as it would look with some changes, and which of these do not fit',
    ability: ['update', 'FormLayer'],
    unlogged: 'it changes nothing',
    viewMode: 'allow',
    params: Params,
    query: For,
    body: T.Object({ ...Changes, locale: T.Enum(['en', 'ar']) }),
    response: T.Unsafe<FormPreview>({ type: 'object' }),
    async handler(ctx, { params, query, body }): Promise<FormPreview> {
      const form = await shaped(kernel(), ctx, params.id, query);
      const changes = { ops: body.ops, extra: body.extra ?? {} };
      const { after, unfit } = await withChanges(kernel(), form, changes);
      for (const { schema } of after) compileForm(schema);
      return {
        forms: form.forms.map((def, nth) => previewForm(kernel(), ctx, def, after[nth]!, body.locale)),
        unfit: unfit.map(({ op, why }) => ({ at: op.set === 'extra' ? op.field : changes.ops.indexOf(op as FormOp), why: ctx.t(why) })),
      };
    },
  }),
];

/** The company whose forms are looked after, and of a root its agencies. */
async function companiesOf(ctx: Ctx): Promise<Tenant[]> {
  if (ctx.tenant.kind !== 'root') return [ctx.tenant];
  const shapers = (await ctx.db('core_form_layer').where({ state: 'published' }).distinct('company_id')) as { company_id: number }[];
  const found: Tenant[] = [];
  for (const { company_id: id } of shapers) {
    const company = await ctx.company(id);
    if (company) found.push(company);
  }
  return found;
}
