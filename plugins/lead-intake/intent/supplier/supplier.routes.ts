import { type Ctx, defineRoute, invalid, T } from '../../../../core/contract.ts';
import { IntentSupplier, SECRET_PLACE, supplierFields } from './supplier.settings.ts';
import { beginAsking, endAsking, figuresSince, supplierState } from './supplier.store.ts';

/** Without a secret the one that is stored stays. */
export const SupplierForm = T.Object({ ...supplierFields, secret: T.Optional(T.String({ maxLength: 500 })) });
const { secret: _secret, ...shown } = SupplierForm.properties;
const LOOK_BACK_MS = 30 * 86_400_000;

export const supplierRoutes = [
  defineRoute({
    id: 'intent.supplier',
    method: 'GET',
    path: '/intent/supplier',
    summary: 'How the supplier of search data is set up, without its secret',
    ability: ['read', 'Supplier'],
    response: T.Object(shown),
    async handler(ctx) {
      const { secret: _sealed, ...rest } = await ctx.setting(IntentSupplier);
      return rest;
    },
  }),
  defineRoute({
    id: 'intent.save-supplier',
    method: 'PUT',
    path: '/intent/supplier',
    summary: 'Set up the supplier of search data; one that is on is asked at once',
    ability: ['update', 'Supplier'],
    audit: 'intent.supplier-changed',
    stepUp: true,
    body: SupplierForm,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      const { secret: given, ...rest } = body;
      if (rest.on && !rest.url) throw invalid('url', 'core.validation.required');
      const before = await ctx.setting(IntentSupplier);
      const secret = given ? await ctx.secrets.seal(ctx.tenant.rootId, SECRET_PLACE, given) : before.secret;
      await ctx.saveSetting(IntentSupplier, { ...rest, secret });
      await (rest.on ? beginAsking(ctx.db, ctx.tenant.id, ctx.now, rest.url !== before.url) : endAsking(ctx.db, ctx.tenant.id));
      return { message: ctx.t('intent.supplier.saved') };
    },
  }),
  defineRoute({
    id: 'intent.supplier-figures',
    method: 'GET',
    path: '/intent/supplier/figures',
    summary: 'What the supplier of search data sent in the last thirty days, and how it is doing',
    ability: ['read', 'Supplier'],
    response: T.Object({
      received: T.Integer(),
      added: T.Integer(),
      known: T.Integer(),
      unknown: T.Integer(),
      rejected: T.Integer(),
      /** ISO instants; empty before the first time. */
      askedAt: T.String(),
      answeredAt: T.String(),
      /** Why the last try brought nothing; empty when it did. */
      problem: T.String(),
    }),
    handler: figures,
  }),
];

async function figures(ctx: Ctx) {
  const state = await supplierState(ctx.db, ctx.tenant.id);
  const since = new Date(ctx.now.getTime() - LOOK_BACK_MS).toISOString().slice(0, 10);
  return {
    ...(await figuresSince(ctx.db, ctx.tenant.id, since)),
    askedAt: state?.asked_at?.toISOString() ?? '',
    answeredAt: state?.answered_at?.toISOString() ?? '',
    problem: state?.problem ?? '',
  };
}
