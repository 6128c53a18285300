import {
  type Ctx,
  defineRoute,
  List,
  listOfAll,
  ListQuery,
  notFound,
  rehearsable,
  type RouteDef,
  Switches,
  type SwitchState,
  T,
  type Tenant,
} from '../../../../core/contract.ts';
import { Agencies } from '../../agencies/contract.ts';
import { Products, ProductUses } from '../../../foundation/companies/contract.ts';
import { agenciesOf } from '../agencies.store.ts';

const Key = T.String({ pattern: '^[a-z][a-z0-9-]*(?:[.~][a-z0-9_]+)?$', maxLength: 100 });
const State = T.Enum(['on', 'off', 'inherit']);
const Module = T.Object({
  key: T.String(),
  /** The key as addresses of pages have it: a dot would name a file. */
  address: T.String(),
  title: T.String(),
  kind: T.Enum(['module', 'feature', 'beta']),
  /** What holds for agencies about which nothing was said. */
  usual: T.Enum(['on', 'off']),
  /** Agencies that have it, of all there are. */
  on: T.Integer(),
  agencies: T.Integer(),
  share: T.String(),
});

const kindOf = ({ kind, beta }: SwitchState): 'module' | 'feature' | 'beta' => (beta ? 'beta' : kind);
const wordOf = (on: boolean): 'on' | 'off' => (on ? 'on' : 'off');

function modulesOf(ctx: Ctx, agencies: readonly Tenant[]) {
  const count = ctx.use(Switches).countGranted(agencies);
  return ctx
    .use(Switches)
    .list(ctx.tenant)
    .map((of) => ({
      key: of.key,
      address: of.key.replaceAll('.', '~'),
      title: ctx.t(of.title),
      kind: kindOf(of),
      usual: wordOf(of.granted),
      on: count.get(of.key) ?? 0,
      agencies: agencies.length,
      share: ctx.t('operations.modules.share', { on: count.get(of.key) ?? 0, all: agencies.length }),
    }));
}

/** The key of a module or feature, which addresses of pages have without its dot. */
const keyIn = (address: string): string => address.replaceAll('~', '.');

/** What follows from taking a module away, by agency, as texts of one line each. */
async function consequences(ctx: Ctx, key: string, agencyIds: readonly number[]): Promise<Map<number, string>> {
  const products = ctx.contributions(Products).flatMap(({ plugin, product }) => (plugin === key ? [product] : []));
  const said = new Map<number, string[]>();
  if (products.length === 0 || agencyIds.length === 0) return new Map();
  for (const use of ctx.contributions(ProductUses).toSorted((a, b) => a.order - b.order))
    for (const [agency, count] of await use.of(ctx, products, agencyIds))
      if (count > 0) said.set(agency, [...(said.get(agency) ?? []), ctx.t(use.text, { count })]);
  return new Map([...said].map(([agency, texts]) => [agency, texts.join(' · ')]));
}

const list = defineRoute({
  id: 'operations.modules',
  method: 'GET',
  path: '/operations/modules',
  summary: 'Modules and features that agencies can be given, and how many have each',
  ability: ['read', 'ModuleGrant'],
  query: T.Object(ListQuery(['title'])),
  response: List(Module),
  handler: async (ctx, { query }) => listOfAll(modulesOf(ctx, await agenciesOf(ctx)), query, ctx.locale, ({ title }) => title),
});

const one = defineRoute({
  id: 'operations.module',
  method: 'GET',
  path: '/operations/modules/:key',
  summary: 'One module or feature, and how many agencies have it',
  ability: ['read', 'ModuleGrant'],
  params: T.Object({ key: Key }),
  response: Module,
  async handler(ctx, { params }) {
    const key = keyIn(params.key);
    const found = modulesOf(ctx, await agenciesOf(ctx)).find((of) => of.key === key);
    if (!found) throw notFound();
    return found;
  },
});

const agencies = defineRoute({
  id: 'operations.module-agencies',
  method: 'GET',
  path: '/operations/modules/:key/agencies',
  summary: 'How each agency stands to a module or feature, and what would follow from taking it away',
  ability: ['read', 'ModuleGrant'],
  params: T.Object({ key: Key }),
  query: T.Object({ ...ListQuery(['agency']), show: T.Optional(T.Enum(['on', 'off'])) }),
  response: List(
    T.Object({
      id: T.Integer(),
      key: T.String(),
      agency: T.String(),
      /** What was said of this agency. */
      state: State,
      effective: T.Enum(['on', 'off']),
      follows: T.String(),
    }),
  ),
  async handler(ctx, { params, query: { show, ...query } }) {
    const key = keyIn(params.key);
    const rows = (await agenciesOf(ctx)).map((agency) => {
      const known = ctx.use(Switches).find(agency, key);
      if (!known) throw notFound();
      const state = known.explicit === null ? ('inherit' as const) : wordOf(known.explicit);
      return { id: agency.id, key, agency: agency.name, state, effective: wordOf(known.granted) };
    });
    const shown = rows.filter(({ effective }) => show === undefined || effective === show);
    const page = listOfAll(shown, { sortby: 'agency', ...query }, ctx.locale, ({ agency }) => agency);
    const on = page.data.filter(({ effective }) => effective === 'on').map(({ id }) => id);
    const follows = await consequences(ctx, key, on);
    return { ...page, data: page.data.map((row) => ({ ...row, follows: follows.get(row.id) ?? '' })) };
  },
});

const grant = rehearsable(
  defineRoute({
    id: 'operations.grant-module',
    method: 'PUT',
    path: '/operations/modules/:key/agencies/:companyId',
    summary: 'Give a module or feature to an agency, take it away, or let the agency follow the others',
    ability: ['update', 'ModuleGrant'],
    params: T.Object({ key: Key, companyId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    body: T.Object({ state: State }),
    response: T.Object({ state: State, message: T.String() }),
    async handler(ctx, { params: { key, companyId }, body: { state } }) {
      await ctx.use(Agencies).grant(companyId, key, state);
      return { state, message: ctx.t('operations.modules.saved') };
    },
  }),
);

export const moduleRoutes: RouteDef[] = [list, one, agencies, ...(grant as RouteDef[])];
