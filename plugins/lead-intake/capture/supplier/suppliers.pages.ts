import {
  choiceCards,
  contribute,
  type Ctx,
  definePage,
  defineRoute,
  List,
  listOfAll,
  type MenuDef,
  type PageExtension,
  T,
} from '../../../../core/contract.ts';
import { SUPPLIER_STATES, SupplierKinds } from '../contract.ts';
import { Supplier } from './supplier.settings.ts';

export const suppliersRoute = defineRoute({
  id: 'capture.suppliers',
  method: 'GET',
  path: '/capture/suppliers',
  summary: 'The kinds of outside suppliers, and how those stand that are set up',
  ability: ['read', 'Supplier'],
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: List(
    T.Object({ kind: T.String(), title: T.String(), help: T.String(), icon: T.String(), state: T.Enum([...SUPPLIER_STATES]) }),
  ),
  async handler(ctx, { query }) {
    const rows = [];
    for (const { kind, icon, state } of [...ctx.contributions(SupplierKinds)].sort((a, b) => a.order - b.order))
      rows.push({ kind, title: ctx.t(`${kind}.supplier-kind`), help: ctx.t(`${kind}.supplier-kind.help`), icon, state: await state(ctx) });
    return listOfAll(rows, { ...query, PerPage: query.PerPage ?? 100 }, ctx.locale, ({ title }) => title);
  },
});

export const suppliersPage = definePage({
  id: 'capture.suppliers-page',
  path: '/configuration/suppliers',
  roles: ['capture.supplier-pages', 'capture.suppliers'],
  variant: { title: 'capture.suppliers.all', order: 0 },
  title: 'capture.suppliers.title',
  ability: ['read', 'Supplier'],
  blocks: [
    choiceCards({
      source: { route: 'capture.suppliers' },
      key: 'kind',
      heading: 'title',
      state: {
        field: 'state',
        states: {
          active: { title: 'capture.suppliers.active', severity: 'good' },
          off: { title: 'capture.suppliers.off', severity: 'neutral' },
          unset: { title: 'capture.suppliers.unset', severity: 'neutral' },
          problem: { title: 'capture.suppliers.problem', severity: 'bad' },
        },
      },
      empty: { title: 'capture.suppliers.title' },
    }),
  ],
});

/** The identity supplier's card, and what opens it. */
export const identities = contribute(SupplierKinds, {
  kind: 'capture',
  icon: 'database-search',
  order: 10,
  async state(ctx: Ctx) {
    const { on, url } = await ctx.setting(Supplier);
    return on ? ('active' as const) : url ? ('off' as const) : ('unset' as const);
  },
});

export const opensIdentities: PageExtension = {
  role: 'capture.suppliers',
  order: 10,
  blocks: [],
  actions: [
    {
      id: 'capture.open-supplier',
      title: 'capture.open-supplier',
      ability: ['read', 'Supplier'],
      when: { field: 'kind', is: 'capture' },
      do: { page: 'capture.enrichment-page' },
    },
  ],
};

export const suppliersMenu: MenuDef = {
  id: 'capture.suppliers-menu',
  parent: 'core.menu-records',
  title: 'capture.suppliers.title',
  icon: 'database-plus',
  order: 20,
  ability: ['read', 'Supplier'],
  role: 'capture.supplier-pages',
};
