import { type Ctx, defineRoute, Flag, flagOf, T } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { type InformationGroup, InformationGroups } from './contract.ts';

/** Groups that the caller's campaigns may ask for: those of products that are on and offered. */
const groupsOf = (ctx: Ctx, product?: Product): InformationGroup[] =>
  ctx
    .contributions(InformationGroups)
    .filter((group) => ctx.isOffered(group.product) && (product === undefined || group.product === product));

export const groupRoutes = [
  defineRoute({
    id: 'enrichment.list-advance-information',
    method: 'GET',
    path: '/leadspeek/list-advance-information',
    summary: 'Groups of information that campaigns of a product may ask for',
    ability: ['read', 'Campaign'],
    query: T.Object({ leadspeekType: T.Optional(T.String({ maxLength: 40 })) }),
    response: T.Object({
      result: T.String(),
      data: T.Array(
        T.Object({
          id: T.String(),
          leadspeekType: T.String(),
          title: T.String(),
          /** Whether a campaign chooses it; the others are always asked for. */
          is_advanced: Flag,
          fields: T.Array(T.Object({ name: T.String(), title: T.String() })),
        }),
      ),
    }),
    handler: async (ctx, { query }) => ({
      result: 'success',
      data: groupsOf(ctx, query.leadspeekType).map(({ id, product, title, isAdvanced, fields }) => ({
        id,
        leadspeekType: product,
        title: ctx.t(title),
        is_advanced: flagOf(isAdvanced),
        fields: Object.entries(fields).map(([name, field]) => ({ name, title: ctx.t(field.title) })),
      })),
    }),
  }),
  defineRoute({
    id: 'enrichment.group-options',
    method: 'GET',
    path: '/enrichment/group-options',
    summary: 'All groups of information, for the form of a supplier',
    ability: ['update', 'Supplier'],
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async (ctx) => ({
      options: ctx
        .installed(InformationGroups)
        .map(({ id, product, title }) => ({ value: id, label: `${ctx.named(product).name}: ${ctx.t(title)}` })),
    }),
  }),
];
