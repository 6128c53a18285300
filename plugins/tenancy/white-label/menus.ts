import {
  type Ctx,
  defineRoute,
  invalid,
  List,
  ListQuery,
  type PageDef,
  type PageGuard,
  pageOfAll,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import { Companies } from '../../foundation/companies/contract.ts';
import { productsOn } from '../../foundation/companies/shared.ts';
import { ClientMenu } from './theme.settings.ts';

export const MenuEntry = T.Object({ type: T.String(), name: T.String(), url: T.String() });
export interface Sidebars {
  /** What the root offers, what the agency has, what its people see, and what its clients see. */
  rootsidemenu: { type: string; name: string; url: string }[];
  sidemenu: Sidebars['rootsidemenu'];
  agencysidebar: Sidebars['rootsidemenu'];
  clientsidebar: Sidebars['rootsidemenu'];
}

/** The product menus of a company, as they are called there. */
export async function sidebarsOf(ctx: Ctx, company: Tenant): Promise<Sidebars> {
  const all = productsOn(ctx).map(({ product }) => ({ type: product, ...ctx.named(product) }));
  const on = new Set((await ctx.use(Companies).products(company)).filter((m) => m.on).map((m) => m.product));
  const sidemenu = all.filter((entry) => on.has(entry.type));
  const { hidden } = await ctx.setting(ClientMenu, company);
  return { rootsidemenu: all, sidemenu, agencysidebar: sidemenu, clientsidebar: sidemenu.filter((e) => !hidden.includes(e.type)) };
}

/** The product whose url segment a page's path begins with. */
const productOf = (page: PageDef): string | null => /^\/\{([a-z0-9-]+)\}/.exec(page.path)?.[1] ?? null;

/** Read once for all pages of a call. */
const hiddenIn = new WeakMap<Ctx, Promise<{ hidden: string[] }>>();

/** Product pages that the agency keeps from its clients do not exist for them, nor do their menu entries. */
export const clientMenuGuard: PageGuard = {
  id: 'white-label.client-menu',
  order: 40,
  async check(ctx, page) {
    const product = productOf(page);
    if (ctx.tenant.kind !== 'client' || product === null) return null;
    let read = hiddenIn.get(ctx);
    if (!read) hiddenIn.set(ctx, (read = ctx.setting(ClientMenu)));
    return (await read).hidden.includes(product) ? 'missing' : null;
  },
};

const Row = T.Object({ type: T.String(), name: T.String(), url: T.String(), shown: T.Boolean() });

export const menuRoutes = [
  defineRoute({
    id: 'white-label.client-menu',
    method: 'GET',
    path: '/configuration/client-menu',
    summary: 'Which product menus clients see',
    ability: ['read', 'Branding'],
    query: T.Object(ListQuery(['name'])),
    response: List(Row),
    async handler(ctx, { query }) {
      const { sidemenu, clientsidebar } = await sidebarsOf(ctx, ctx.tenant);
      const rows = sidemenu.map((entry) => ({ ...entry, shown: clientsidebar.some((c) => c.type === entry.type) }));
      return pageOfAll(rows, query);
    },
  }),
  defineRoute({
    id: 'white-label.save-client-menu',
    method: 'PUT',
    path: '/configuration/client-menu/:type',
    summary: "Show a product's menu to clients, or hide it",
    ability: ['update', 'Branding'],
    audit: 'white-label.client-menu-changed',
    params: T.Object({ type: T.String({ maxLength: 40 }) }),
    body: T.Object({ shown: T.Boolean() }),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      if (!productsOn(ctx).some((t) => t.product === params.type)) throw invalid('type', 'core.validation.enum');
      const { hidden } = await ctx.setting(ClientMenu);
      const others = hidden.filter((type) => type !== params.type);
      await ctx.saveSetting(ClientMenu, { hidden: body.shown ? others : [...others, params.type] });
      return { message: ctx.t('white-label.saved') };
    },
  }),
];
