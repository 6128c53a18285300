import { type Ctx, defineSetting, type Static, T } from '../../../core/contract.ts';

export const MOST_SUPPLIERS = 20;

export const supplierFields = {
  name: T.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
  url: T.String({ maxLength: 500, pattern: '^https?://\\S+$' }),
  /** Name of the header that carries the secret. */
  header: T.String({ maxLength: 60, pattern: '^[A-Za-z0-9-]*$' }),
  timeoutMs: T.Integer({ minimum: 200, maximum: 10_000 }),
  /** Ids of the groups that it knows. */
  groups: T.Array(T.String({ maxLength: 60 }), { minItems: 1, maxItems: 50, uniqueItems: true }),
  /** What a question costs, whatever the answer. */
  costCents: T.Integer({ minimum: 0, maximum: 100_000 }),
  /** The most that it may cost in a day. */
  dailyCents: T.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** Its place among the suppliers: the first one is asked first. */
  order: T.Integer({ minimum: 1, maximum: 100 }),
};
const Supplier = T.Object({
  id: T.String({ maxLength: 60 }),
  on: T.Boolean(),
  ...supplierFields,
  /** Sealed. */
  secret: T.String({ maxLength: 2_000 }),
});
export type Supplier = Static<typeof Supplier>;

/** Whom the platform asks about people. Not readable as a setting, because of the secrets: it has routes of its own. */
export const Suppliers = defineSetting({
  id: 'enrichment.suppliers',
  title: 'enrichment.suppliers.title',
  level: 'platform',
  schema: T.Array(Supplier, { maxItems: MOST_SUPPLIERS }),
  default: [],
  read: null,
  write: null,
});

/** Where the secret of a supplier is sealed, so that it opens nowhere else. */
export const secretPlace = (id: string): string => `enrichment.supplier.${id}.secret`;

/** In the order in which they are asked. */
export const suppliersOf = async (ctx: Ctx): Promise<Supplier[]> =>
  (await ctx.setting(Suppliers)).toSorted((a, b) => a.order - b.order || a.name.localeCompare(b.name));
