import {
  type Ctx,
  defineRoute,
  List,
  listOfAll,
  ListQuery,
  Processes,
  notFound,
  type ProcessStatus,
  type RouteDef,
  type Static,
  T,
} from '../../../../core/contract.ts';
import { spanOf } from '../work/words.ts';

const HOUR = 3_600_000;
/** A process tells of itself every minute. */
const SILENT_MS = 3 * 60_000;
const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const;

const stateOf = ({ stoppedAt, seenAt }: ProcessStatus, now: Date): 'running' | 'stopped' | 'silent' =>
  stoppedAt ? 'stopped' : now.getTime() - seenAt.getTime() > SILENT_MS ? 'silent' : 'running';
const Names = T.Array(T.String());

const Process = T.Object({
  id: T.String(),
  host: T.String(),
  pid: T.String(),
  roles: Names,
  state: T.Enum(['running', 'silent', 'stopped']),
  product: T.String(),
  core: T.String(),
  node: T.String(),
  database: T.String(),
  started: T.String(),
  seen: T.String(),
  /** Plugins that are on, and off. */
  on: T.Integer(),
  off: T.Integer(),
  ran: Names,
  ahead: Names,
  missing: Names,
});
const shown = (ctx: Ctx, one: ProcessStatus): Static<typeof Process> => ({
  id: one.id,
  host: one.host,
  pid: ctx.t('operations.boot.pid', { pid: String(one.pid) }),
  roles: one.roles,
  state: stateOf(one, ctx.now),
  ...one.versions,
  ...one.migrations,
  started: one.startedAt.toISOString(),
  seen: one.seenAt.toISOString(),
  on: one.plugins.filter(({ on }) => on).length,
  off: one.plugins.filter(({ on }) => !on).length,
});
async function processOf(ctx: Ctx, id: string): Promise<ProcessStatus> {
  const one = (await ctx.use(Processes).processes()).find((process) => process.id === id);
  if (!one) throw notFound();
  return one;
}
const One = T.Object({ id: T.String({ format: 'uuid' }) });

const processes = defineRoute({
  id: 'operations.processes',
  method: 'GET',
  path: '/operations/processes',
  summary: 'Processes of the installation, with their versions and what became of plugins and migrations at their start',
  ability: ['read', 'Processes'],
  query: T.Object(ListQuery(['host'])),
  response: List(Process),
  async handler(ctx, { query }) {
    const rows = (await ctx.use(Processes).processes()).map((one) => shown(ctx, one));
    return listOfAll(rows, query, ctx.locale, ({ host, pid }) => `${host} ${pid}`);
  },
});

const one = defineRoute({
  id: 'operations.process',
  method: 'GET',
  path: '/operations/processes/:id',
  summary: 'One process of the installation',
  ability: ['read', 'Processes'],
  params: One,
  response: Process,
  handler: async (ctx, { params }) => shown(ctx, await processOf(ctx, params.id)),
});

const plugins = defineRoute({
  id: 'operations.process-plugins',
  method: 'GET',
  path: '/operations/processes/:id/plugins',
  summary: 'What became of each plugin at the start of a process; those with faults first',
  ability: ['read', 'Processes'],
  params: One,
  query: T.Object({ ...ListQuery(['id']), state: T.Optional(T.Enum(['on', 'off'])) }),
  response: List(
    T.Object({
      id: T.String(),
      version: T.String(),
      state: T.Enum(['on', 'off']),
      /** Milliseconds, in words. */
      took: T.String(),
      faults: T.String(),
      code: T.String(),
      file: T.String(),
      remedy: T.String(),
    }),
  ),
  async handler(ctx, { params, query: { state, ...query } }) {
    const of = await processOf(ctx, params.id);
    const joined = (all: readonly (string | null)[]): string => [...new Set(all.filter(Boolean))].join('; ');
    const rows = of.plugins
      .map(({ id, version, on, milliseconds, faults }) => ({
        id,
        version,
        took: spanOf(ctx, milliseconds),
        state: on ? ('on' as const) : ('off' as const),
        faults: joined(faults.map(({ found }) => found)),
        code: joined(faults.map(({ code }) => code)),
        file: joined(faults.map(({ file }) => file)),
        remedy: joined(faults.map(({ remedy }) => remedy)),
      }))
      .filter((row) => state === undefined || row.state === state)
      .sort((a, b) => Number(a.state === 'on') - Number(b.state === 'on') || a.id.localeCompare(b.id));
    return listOfAll(rows, query, ctx.locale, ({ id, faults }) => `${id} ${faults}`);
  },
});

const calls = defineRoute({
  id: 'operations.calls',
  method: 'GET',
  path: '/operations/calls',
  summary: 'Outgoing calls by host: how many, how fast, how many failed or were refused; never what was said',
  ability: ['read', 'Processes'],
  query: T.Object({
    ...ListQuery(['host']),
    span: T.Optional(T.Enum(['hour', 'day', 'week', 'month'])),
    show: T.Optional(T.Enum(['failed', 'refused'])),
  }),
  response: List(
    T.Object({
      host: T.String(),
      calls: T.Integer(),
      failures: T.Integer(),
      refusals: T.Integer(),
      /** 95 of 100 answers took no longer, in words. */
      p95: T.String(),
      last: T.String(),
      failure: T.String(),
      refusal: T.String(),
      refused: T.Union([T.String(), T.Null()]),
    }),
  ),
  async handler(ctx, { query: { span = 'day', show, ...query } }) {
    const since = new Date(Math.floor((ctx.now.getTime() - SPANS[span]) / HOUR) * HOUR);
    const rows = (await ctx.use(Processes).calls(since))
      .filter(({ failures, refusals }) => (show === 'failed' ? failures > 0 : show === 'refused' ? refusals > 0 : true))
      .map((of) => ({
        host: of.host === '*' ? ctx.t('operations.calls.others') : of.host || ctx.t('operations.calls.malformed'),
        calls: of.calls,
        failures: of.failures,
        refusals: of.refusals,
        last: of.lastAt.toISOString(),
        failure: of.failure ?? '',
        p95: of.p95 === null ? '' : spanOf(ctx, of.p95),
        refusal: of.refusal === null ? '' : ctx.t(`operations.calls.refusal.${of.refusal}`),
        refused: of.refusedAt?.toISOString() ?? null,
      }));
    return listOfAll(rows, query, ctx.locale, ({ host }) => host);
  },
});

export const processRoutes: RouteDef[] = [processes, one, plugins, calls];
