import {
  type Ctx,
  defineRoute,
  likeOf,
  List,
  listOf,
  listOfAll,
  ListQuery,
  notFound,
  pageOf,
  PageQuery,
  rehearsable,
  type RouteDef,
  type Static,
  T,
} from '../../../../core/contract.ts';
import { agenciesOf } from '../agencies.store.ts';
import { type Change, changesBetween, type Parts } from './changes.ts';
import {
  agencyFor,
  applySnapshot,
  chosenParts,
  configuredNow,
  keepSnapshot,
  partIds,
  partsOf,
  nameIn,
  partTitle,
  SNAPSHOT_NEWS,
  snapshotFor,
} from './snapshots.service.ts';
import { deleteSnapshot, REASONS, type Snapshot, snapshotPage } from './snapshots.store.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const OfSnapshot = T.Object({ id: Id });
const Said = T.Object({ message: T.String() });
const PartIds = T.Array(T.String({ maxLength: 60 }), { maxItems: 50, uniqueItems: true });
/** The forms that ask for these are made of the same. */
export const NewSnapshot = T.Object({ agency: Id, name: T.String({ minLength: 1, maxLength: 80, pattern: '\\S' }) });
export const PushedParts = T.Object({ parts: T.Optional(PartIds) });

const Row = T.Object({
  id: T.Integer(),
  agencyId: T.Integer(),
  agency: T.String(),
  name: T.String(),
  reason: T.Enum([...REASONS]),
  parts: T.Array(T.String()),
  by: T.String(),
  at: T.String(),
});
const rowOf = (ctx: Ctx, { id, company_id, agency, name, reason, parts, by, made_at }: Snapshot): Static<typeof Row> => ({
  id,
  agencyId: company_id,
  agency,
  name,
  reason,
  by: by ?? '',
  at: made_at.toISOString(),
  parts: partIds(ctx, parts).map((part) => partTitle(ctx, part)),
});

const list = defineRoute({
  id: 'operations.snapshots',
  method: 'GET',
  path: '/operations/snapshots',
  summary: 'Kept configurations of agencies, the newest first',
  ability: ['read', 'Snapshot'],
  query: T.Object({ ...ListQuery(['at']), reason: T.Optional(T.Enum([...REASONS])) }),
  response: List(Row),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const narrowed = { ...at, search: query.search ? likeOf(query.search) : null, ...(query.reason && { reason: query.reason }) };
    const { rows, total } = await snapshotPage(ctx, narrowed);
    return listOf(
      rows.map((row) => rowOf(ctx, row)),
      total,
      at,
    );
  },
});

const agencyOptions = defineRoute({
  id: 'operations.agency-options',
  method: 'GET',
  path: '/operations/agency-options',
  summary: 'Agencies to choose from, by name',
  ability: ['read', 'Snapshot'],
  query: T.Object({ search: T.Optional(T.String({ maxLength: 100 })) }),
  response: T.Object({ options: T.Array(T.Object({ value: T.Integer(), label: T.String() })) }),
  async handler(ctx, { query }) {
    const search = query.search?.trim().toLocaleLowerCase(ctx.locale) ?? '';
    const all = (await agenciesOf(ctx)).filter(({ name }) => name.toLocaleLowerCase(ctx.locale).includes(search));
    return { options: all.slice(0, 100).map(({ id, name }) => ({ value: id, label: name })) };
  },
});

const partOptions = defineRoute({
  id: 'operations.part-options',
  method: 'GET',
  path: '/operations/configuration-parts',
  summary: 'Parts of which the configuration of an agency consists',
  ability: ['read', 'Snapshot'],
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  handler: async (ctx) => ({ options: partsOf(ctx).map(({ id, title }) => ({ value: id, label: ctx.t(title) })) }),
});

const keep = defineRoute({
  id: 'operations.keep-snapshot',
  method: 'POST',
  path: '/operations/snapshots',
  summary: 'Keep what an agency has configured now under a name',
  ability: ['update', 'Snapshot'],
  withoutStepUp: 'changes nothing of the agency',
  audit: 'operations.snapshot-kept',
  status: 201,
  body: NewSnapshot,
  response: T.Object({ id: T.Integer(), message: T.String() }),
  async handler(ctx, { body }) {
    const id = await keepSnapshot(ctx, await agencyFor(ctx, body.agency), body.name.trim());
    return { id, message: ctx.t('operations.snapshots.kept') };
  },
});

const one = defineRoute({
  id: 'operations.snapshot',
  method: 'GET',
  path: '/operations/snapshots/:id',
  summary: 'A kept configuration: whose, of when, and which parts it holds',
  ability: ['read', 'Snapshot'],
  params: OfSnapshot,
  response: Row,
  handler: async (ctx, { params }) => rowOf(ctx, await snapshotFor(ctx, params.id)),
});

const remove = defineRoute({
  id: 'operations.remove-snapshot',
  method: 'DELETE',
  path: '/operations/snapshots/:id',
  summary: 'Delete a kept configuration',
  ability: ['update', 'Snapshot'],
  withoutStepUp: 'changes nothing of the agency',
  audit: 'operations.snapshot-removed',
  params: OfSnapshot,
  response: Said,
  async handler(ctx, { params }) {
    if (!(await deleteSnapshot(ctx, params.id))) throw notFound();
    await ctx.live(SNAPSHOT_NEWS);
    return { message: ctx.t('operations.snapshots.removed') };
  },
});

/** `now`, or the number of another snapshot. */
const Against = T.Optional(T.String({ pattern: '^(now|[1-9]\\d{0,8})$' }));

async function against(ctx: Ctx, snapshot: Snapshot, other: string): Promise<Parts> {
  if (other !== 'now') return (await snapshotFor(ctx, Number(other))).parts;
  return configuredNow(ctx, await agencyFor(ctx, snapshot.company_id), Object.keys(snapshot.parts));
}

/** A change in the words of the screen. */
function changeRow(ctx: Ctx, { part, name, before, after, kind }: Change) {
  const shown = (value: string): string =>
    value === 'true' || value === 'false' ? ctx.t(`core.switch.${value === 'true' ? 'on' : 'off'}`) : value;
  return {
    key: `${part} ${name}`,
    part: partTitle(ctx, part),
    name: nameIn(ctx, part, name),
    before: shown(before),
    after: shown(after),
    kind,
  };
}

const changeList = (ctx: Ctx, changes: readonly Change[], query: Parameters<typeof listOfAll>[1]) =>
  listOfAll(
    changes.map((change) => changeRow(ctx, change)),
    query,
    ctx.locale,
    ({ part, name }) => `${part} ${name}`,
  );

const differences = defineRoute({
  id: 'operations.snapshot-changes',
  method: 'GET',
  path: '/operations/snapshots/:id/changes',
  summary: 'What leads from a kept configuration to what the agency has now, or to another kept one',
  ability: ['read', 'Snapshot'],
  params: OfSnapshot,
  query: T.Object({ ...ListQuery(['name']), with: Against }),
  response: List(
    T.Object({
      key: T.String(),
      part: T.String(),
      name: T.String(),
      before: T.String(),
      after: T.String(),
      kind: T.Enum(['added', 'removed', 'changed']),
    }),
  ),
  async handler(ctx, { params, query: { with: other = 'now', ...query } }) {
    const snapshot = await snapshotFor(ctx, params.id);
    const others = await against(ctx, snapshot, other);
    const parts = partIds(ctx, snapshot.parts).filter((part) => part in others);
    return changeList(ctx, changesBetween(snapshot.parts, others, parts), query);
  },
});

const others = defineRoute({
  id: 'operations.snapshot-others',
  method: 'GET',
  path: '/operations/snapshots/:id/others',
  summary: 'What a kept configuration can be compared with: the newest of the same agency and of others',
  ability: ['read', 'Snapshot'],
  params: OfSnapshot,
  query: T.Object({
    search: T.Optional(T.String({ maxLength: 100 })),
    ...PageQuery,
    value: Against,
  }),
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String(), note: T.String() })) }),
  async handler(ctx, { params, query }) {
    const option = ({ id, name, agency }: Snapshot) => ({ value: String(id), label: name, note: agency });
    const now = { value: 'now', label: ctx.t('operations.snapshots.now'), note: '' };
    if (query.value === 'now') return { options: [now] };
    if (query.value) return { options: [option(await snapshotFor(ctx, Number(query.value)))] };
    const { rows } = await snapshotPage(ctx, { ...pageOf(query), search: query.search ? likeOf(query.search) : null });
    const found = rows.filter(({ id }) => id !== params.id).map(option);
    return { options: query.search || (query.Page ?? 1) > 1 ? found : [now, ...found] };
  },
});

const targets = defineRoute({
  id: 'operations.snapshot-targets',
  method: 'GET',
  path: '/operations/snapshots/:id/agencies',
  summary: 'Agencies, and in how many values each differs from a kept configuration',
  ability: ['read', 'Snapshot'],
  params: OfSnapshot,
  query: T.Object(ListQuery(['agency'])),
  response: List(
    T.Object({ id: T.Integer(), snapshot: T.Integer(), agency: T.String(), changes: T.Integer(), parts: T.Array(T.String()) }),
  ),
  async handler(ctx, { params, query }) {
    const snapshot = await snapshotFor(ctx, params.id);
    const parts = partIds(ctx, snapshot.parts);
    const page = listOfAll(await agenciesOf(ctx), { sortby: 'agency', ...query }, ctx.locale, ({ name }) => name);
    const data = [];
    for (const agency of page.data) {
      const changes = changesBetween(await configuredNow(ctx, agency, parts), snapshot.parts, parts);
      const touched = [...new Set(changes.map(({ part }) => partTitle(ctx, part)))];
      data.push({ id: agency.id, snapshot: snapshot.id, agency: agency.name, changes: changes.length, parts: touched });
    }
    return { ...page, data };
  },
});

const targetChanges = defineRoute({
  id: 'operations.snapshot-target',
  method: 'GET',
  path: '/operations/snapshots/:id/agencies/:companyId',
  summary: 'What pushing a kept configuration would change at an agency',
  ability: ['read', 'Snapshot'],
  params: T.Object({ id: Id, companyId: Id }),
  query: T.Object(ListQuery(['name'])),
  response: differences.response,
  async handler(ctx, { params, query }) {
    const snapshot = await snapshotFor(ctx, params.id);
    const parts = partIds(ctx, snapshot.parts);
    const now = await configuredNow(ctx, await agencyFor(ctx, params.companyId), parts);
    return changeList(ctx, changesBetween(now, snapshot.parts, parts), query);
  },
});

const push = rehearsable(
  defineRoute({
    id: 'operations.push-snapshot',
    method: 'PUT',
    path: '/operations/snapshots/:id/agencies/:companyId',
    summary: 'Give an agency parts of a kept configuration; what it had in them is kept before',
    ability: ['push', 'Snapshot'],
    stepUp: true,
    params: T.Object({ id: Id, companyId: Id }),
    body: PushedParts,
    response: T.Object({ changes: T.Integer(), message: T.String() }),
    async handler(ctx, { params, body }) {
      const snapshot = await snapshotFor(ctx, params.id);
      const parts = chosenParts(ctx, snapshot, body.parts);
      const changes = await applySnapshot(ctx, { snapshot, agency: await agencyFor(ctx, params.companyId), parts, reason: 'push' });
      return { changes: changes.length, message: ctx.t('operations.snapshots.pushed', { count: changes.length }) };
    },
  }),
);

const restore = rehearsable(
  defineRoute({
    id: 'operations.restore-snapshot',
    method: 'POST',
    path: '/operations/snapshots/:id/restore',
    summary: 'Bring a kept configuration back to its own agency; what it has now is kept before',
    ability: ['push', 'Snapshot'],
    stepUp: true,
    params: OfSnapshot,
    response: T.Object({ changes: T.Integer(), message: T.String() }),
    async handler(ctx, { params }) {
      const snapshot = await snapshotFor(ctx, params.id);
      const parts = chosenParts(ctx, snapshot);
      const agency = await agencyFor(ctx, snapshot.company_id);
      const changes = await applySnapshot(ctx, { snapshot, agency, parts, reason: 'restore' });
      return { changes: changes.length, message: ctx.t('operations.snapshots.restored', { count: changes.length }) };
    },
  }),
);

export const snapshotRoutes: RouteDef[] = [
  list,
  agencyOptions,
  partOptions,
  keep,
  one,
  remove,
  differences,
  others,
  targets,
  targetChanges,
  ...(push as RouteDef[]),
  ...(restore as RouteDef[]),
];
