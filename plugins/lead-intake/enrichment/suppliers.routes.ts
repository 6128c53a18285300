import { randomUUID } from 'node:crypto';
import {
  type Ctx,
  defineRoute,
  invalid,
  List,
  ListQuery,
  notFound,
  pageOfAll,
  shownMoney,
  type Static,
  T,
} from '../../../core/contract.ts';
import { InformationGroups } from './contract.ts';
import { fieldsSince, figuresSince, haltedSuppliers, resumeSupplier } from './figures.store.ts';
import { MOST_SUPPLIERS, secretPlace, type Supplier, supplierFields, Suppliers, suppliersOf } from './suppliers.settings.ts';

const Id = T.Object({ id: T.String({ maxLength: 60 }) });
/** Without a secret the one that is stored stays. */
export const SupplierForm = T.Object({
  ...supplierFields,
  header: T.Optional(supplierFields.header),
  secret: T.Optional(T.String({ maxLength: 500 })),
  on: T.Optional(T.Boolean({ default: true })),
});
const Said = T.Object({ message: T.String() });
const { secret: _secret, ...shownFields } = SupplierForm.properties;
const read = ['read', 'Supplier'] as const;
const update = ['update', 'Supplier'] as const;

const LOOK_BACK_MS = 30 * 86_400_000;
const monthAgo = (ctx: Ctx): string => new Date(ctx.now.getTime() - LOOK_BACK_MS).toISOString().slice(0, 10);
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100));

export const supplierRoutes = [
  defineRoute({
    id: 'enrichment.suppliers',
    method: 'GET',
    path: '/enrichment/suppliers',
    summary: 'Suppliers of information in the order in which they are asked, with their figures of the last thirty days',
    ability: read,
    query: T.Object(ListQuery(['order'])),
    response: List(
      T.Object({
        id: T.String(),
        name: T.String(),
        order: T.Integer(),
        state: T.Enum(['on', 'off', 'halted']),
        /** Why it is halted; empty otherwise. */
        note: T.String(),
        costCents: T.Integer(),
        dailyCents: T.Integer(),
        asked: T.Integer(),
        found: T.Integer(),
        failed: T.Integer(),
        spentCents: T.Integer(),
      }),
    ),
    async handler(ctx, { query }) {
      const [figures, halted] = [await figuresSince(ctx.db, monthAgo(ctx)), await haltedSuppliers(ctx.db)];
      const rows = (await suppliersOf(ctx)).map(({ id, name, order, on, costCents, dailyCents }) => {
        const { asked = 0, found = 0, failed = 0, costCents: spentCents = 0 } = figures.get(id) ?? {};
        const named = halted.get(id);
        return {
          id,
          name,
          order,
          state: on ? (named === undefined ? ('on' as const) : ('halted' as const)) : ('off' as const),
          note: named === undefined ? '' : ctx.t('enrichment.halted', { price: shownMoney(named) }),
          costCents,
          dailyCents,
          asked,
          found,
          failed,
          spentCents,
        };
      });
      return pageOfAll(rows, query);
    },
  }),
  defineRoute({
    id: 'enrichment.supplier',
    method: 'GET',
    path: '/enrichment/suppliers/:id',
    summary: 'How a supplier is set up, without its secret',
    ability: read,
    params: Id,
    response: T.Object(shownFields),
    async handler(ctx, { params }) {
      const { id: _id, secret: _sealed, ...shown } = supplierAmong(await suppliersOf(ctx), params.id);
      return shown;
    },
  }),
  defineRoute({
    id: 'enrichment.add-supplier',
    method: 'POST',
    path: '/enrichment/suppliers',
    summary: 'Add a supplier of information',
    ability: update,
    audit: 'enrichment.supplier-added',
    stepUp: true,
    body: SupplierForm,
    response: Said,
    async handler(ctx, { body }) {
      const others = await ctx.setting(Suppliers);
      if (others.length >= MOST_SUPPLIERS) throw invalid('name', 'enrichment.problem.most', { most: MOST_SUPPLIERS });
      return save(ctx, others, { id: randomUUID(), secret: '' }, body);
    },
  }),
  defineRoute({
    id: 'enrichment.save-supplier',
    method: 'PUT',
    path: '/enrichment/suppliers/:id',
    summary: 'Change a supplier of information; one that was halted is asked again',
    ability: update,
    audit: 'enrichment.supplier-changed',
    stepUp: true,
    params: Id,
    body: SupplierForm,
    response: Said,
    async handler(ctx, { params, body }) {
      const all = await ctx.setting(Suppliers);
      const { id, secret } = supplierAmong(all, params.id);
      await resumeSupplier(ctx.db, id);
      const others = all.filter((supplier) => supplier.id !== id);
      return save(ctx, others, { id, secret }, body);
    },
  }),
  defineRoute({
    id: 'enrichment.remove-supplier',
    method: 'DELETE',
    path: '/enrichment/suppliers/:id',
    summary: 'Remove a supplier of information',
    ability: update,
    audit: 'enrichment.supplier-removed',
    stepUp: true,
    params: Id,
    response: Said,
    async handler(ctx, { params }) {
      const all = await ctx.setting(Suppliers);
      const { id, name } = supplierAmong(all, params.id);
      await resumeSupplier(ctx.db, id);
      await ctx.saveSetting(
        Suppliers,
        all.filter((supplier) => supplier.id !== id),
      );
      return { message: ctx.t('enrichment.removed', { name }) };
    },
  }),
  defineRoute({
    id: 'enrichment.fields',
    method: 'GET',
    path: '/enrichment/fields',
    summary: 'How often each supplier knew a field that it was asked for, in the last thirty days',
    ability: read,
    query: T.Object(ListQuery(['field'])),
    response: List(
      T.Object({ key: T.String(), supplier: T.String(), field: T.String(), asked: T.Integer(), filled: T.Integer(), rate: T.String() }),
    ),
    async handler(ctx, { query }) {
      const names = new Map((await suppliersOf(ctx)).map(({ id, name }) => [id, name]));
      const titles = new Map(
        ctx.installed(InformationGroups).flatMap(({ fields }) => Object.entries(fields).map(([name, { title }]) => [name, title])),
      );
      const rows = (await fieldsSince(ctx.db, monthAgo(ctx)))
        .filter(({ supplier }) => names.has(supplier))
        .map(({ supplier, field, asked, filled }) => ({
          key: `${supplier} ${field}`,
          supplier: names.get(supplier)!,
          field: titles.has(field) ? ctx.t(titles.get(field)!) : field,
          asked,
          filled,
          rate: `${percent(filled, asked)}%`,
        }));
      return pageOfAll(rows, query);
    },
  }),
];

function supplierAmong(all: readonly Supplier[], id: string): Supplier {
  const supplier = all.find((one) => one.id === id);
  if (!supplier) throw notFound();
  return supplier;
}

async function save(
  ctx: Ctx,
  others: readonly Supplier[],
  kept: Pick<Supplier, 'id' | 'secret'>,
  { secret: given, header = '', on = true, ...rest }: Static<typeof SupplierForm>,
): Promise<{ message: string }> {
  const name = rest.name.trim();
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw invalid('name', 'enrichment.problem.name');
  const known = new Set(ctx.installed(InformationGroups).map(({ id }) => id));
  if (!rest.groups.every((group) => known.has(group))) throw invalid('groups', 'core.validation.enum');
  const secret = given ? await ctx.secrets.seal(ctx.tenant.rootId, secretPlace(kept.id), given) : kept.secret;
  await ctx.saveSetting(Suppliers, [...others, { ...rest, name, header, on, id: kept.id, secret }]);
  return { message: ctx.t('enrichment.saved', { name }) };
}
