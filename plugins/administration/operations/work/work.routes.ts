import {
  type Ctx,
  conflict,
  defineRoute,
  type JobStatus,
  List,
  listOf,
  listOfAll,
  ListQuery,
  notFound,
  pageOf,
  type RouteDef,
  T,
  Work,
  WORK_STATES,
  type WorkAnswer,
  type WorkOf,
} from '../../../../core/contract.ts';
import { scheduleOf, spanOf } from './words.ts';

export const WORK_NEWS = 'operations.work';

const Moment = T.Union([T.String(), T.Null()]);
/** How a job or subscriber stands, in a word: the gravest that holds. */
const STANDS = ['dead', 'failing', 'held', 'running', 'waiting', 'idle'] as const;
const SHOWN = ['problems', 'busy'] as const;
const Listing = { ...ListQuery(['name']), show: T.Optional(T.Enum([...SHOWN])) };
const Counts = {
  waiting: T.Integer(),
  running: T.Integer(),
  dead: T.Integer(),
  lag: Moment,
  stands: T.Enum([...STANDS]),
  error: T.String(),
};
const Said = T.Object({ message: T.String() });
/** Of a job or subscriber: its id. */
const Name = T.String({ pattern: '^[a-z][a-z0-9-]*\\.[a-z0-9.-]+$', maxLength: 100 });
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function standsOf(of: Pick<JobStatus, 'dead' | 'waiting' | 'running' | 'error'> & { held?: number }): (typeof STANDS)[number] {
  if (of.dead > 0) return 'dead';
  if (of.error !== null && of.waiting > 0) return 'failing';
  if ((of.held ?? 0) > 0) return 'held';
  if (of.running > 0) return 'running';
  return of.waiting > 0 ? 'waiting' : 'idle';
}
const isShown = (show: (typeof SHOWN)[number] | undefined, stands: (typeof STANDS)[number]): boolean =>
  show === undefined || (show === 'problems' ? ['dead', 'failing', 'held'].includes(stands) : stands !== 'idle');

const jobs = defineRoute({
  id: 'operations.jobs',
  method: 'GET',
  path: '/operations/jobs',
  summary: 'Background jobs: when each last had something to do, what waits and what was given up',
  ability: ['read', 'Work'],
  query: T.Object(Listing),
  response: List(
    T.Object({
      name: T.String(),
      when: T.String(),
      last: Moment,
      took: T.String(),
      next: Moment,
      /** Runs or companies of the last time. */
      pieces: T.Union([T.Integer(), T.Null()]),
      recurring: T.Boolean(),
      queue: T.Boolean(),
      ...Counts,
    }),
  ),
  async handler(ctx, { query: { show, ...query } }) {
    const shown = (await ctx.use(Work).jobs()).filter((job) => isShown(show, standsOf(job)));
    const page = listOfAll(shown, query, ctx.locale, ({ id }) => id);
    return {
      ...page,
      data: page.data.map((job) => ({
        name: job.id,
        when: scheduleOf(ctx, job),
        last: iso(job.lastAt),
        took: job.ms === null ? '' : spanOf(ctx, job.ms),
        next: iso(job.nextAt),
        pieces: job.pieces,
        recurring: job.every !== null,
        queue: job.queue,
        waiting: job.waiting,
        running: job.running,
        dead: job.dead,
        lag: iso(job.oldestAt),
        stands: standsOf(job),
        error: job.error ?? '',
      })),
    };
  },
});

const consumers = defineRoute({
  id: 'operations.consumers',
  method: 'GET',
  path: '/operations/consumers',
  summary: 'Who is told of events, how far behind they are, and what was given up',
  ability: ['read', 'Work'],
  query: T.Object(Listing),
  response: List(T.Object({ name: T.String(), event: T.String(), held: T.Integer(), ...Counts })),
  async handler(ctx, { query: { show, ...query } }) {
    const rows = (await ctx.use(Work).consumers()).map((of) => ({
      name: of.id,
      event: of.event || ctx.t('operations.work.not-installed'),
      held: of.held,
      waiting: of.waiting,
      running: of.running,
      dead: of.dead,
      lag: iso(of.oldestAt),
      stands: standsOf(of),
      error: of.error ?? '',
    }));
    return listOfAll(
      rows.filter(({ stands }) => isShown(show, stands)),
      query,
      ctx.locale,
      ({ name }) => name,
    );
  },
});

const { sortby: _none, order: _neither, search: _nor, ...Paging } = ListQuery(['at']);
async function told(ctx: Ctx, done: string, answer: WorkAnswer): Promise<{ message: string }> {
  if (answer === 'gone') throw notFound();
  if (answer === 'running') throw conflict('operations.work.is-running');
  await ctx.live(WORK_NEWS);
  return { message: ctx.t(done) };
}

/** The calls about what is open of jobs, and the same of subscribers. */
function itemRoutes(base: 'jobs' | 'consumers', what: string, worksOf: (name: string) => WorkOf): RouteDef[] {
  const params = T.Object({ name: Name });
  const Item = T.Object({ name: Name, item: T.String({ pattern: '^(run|event)-\\d{1,18}$' }) });
  const one = base === 'jobs' ? 'run' : 'event';
  return [
    defineRoute({
      id: `operations.${base}-items`,
      method: 'GET',
      path: `/operations/${base}/:name/items`,
      summary: `What waits or was given up of ${what}, with whose it is`,
      ability: ['read', 'Work'],
      params,
      query: T.Object({ ...Paging, state: T.Optional(T.Enum([...WORK_STATES])) }),
      response: List(
        T.Object({
          id: T.String(),
          name: T.String(),
          company: T.String(),
          state: T.Enum([...WORK_STATES]),
          attempts: T.Integer(),
          at: T.String(),
          created: T.String(),
          note: T.String(),
        }),
      ),
      async handler(ctx, { params: { name }, query }) {
        const at = pageOf(query);
        const { rows, total } = await ctx.use(Work).items(worksOf(name), { ...at, ...(query.state && { state: query.state }) });
        const shown = rows.map(({ id, company, state, attempts, at: when, createdAt, note }) => ({
          id,
          name,
          company,
          state,
          attempts,
          at: when.toISOString(),
          created: createdAt.toISOString(),
          note: note ?? '',
        }));
        return listOf(shown, total, at);
      },
    }),
    defineRoute({
      id: `operations.retry-${one}`,
      method: 'POST',
      path: `/operations/${base}/:name/items/:item/retry`,
      summary: `Try something of ${what} at once, from its first try again`,
      ability: ['update', 'Work'],
      audit: 'operations.work-retried',
      params: Item,
      response: Said,
      handler: async (ctx, { params: { name, item } }) =>
        told(ctx, 'operations.work.retried', await ctx.use(Work).retry(worksOf(name), item)),
    }),
    defineRoute({
      id: `operations.cancel-${one}`,
      method: 'POST',
      path: `/operations/${base}/:name/items/:item/cancel`,
      summary: `Give up something of ${what} for good`,
      ability: ['update', 'Work'],
      audit: 'operations.work-cancelled',
      params: Item,
      response: Said,
      handler: async (ctx, { params: { name, item } }) =>
        told(ctx, 'operations.work.cancelled', await ctx.use(Work).cancel(worksOf(name), item)),
    }),
    defineRoute({
      id: `operations.retry-dead-${base}`,
      method: 'POST',
      path: `/operations/${base}/:name/retry`,
      summary: `Try again all that was given up of ${what}`,
      ability: ['update', 'Work'],
      audit: 'operations.dead-retried',
      params,
      response: T.Object({ count: T.Integer(), message: T.String() }),
      async handler(ctx, { params: { name } }) {
        const count = await ctx.use(Work).retryDead(worksOf(name));
        await ctx.live(WORK_NEWS);
        return { count, message: ctx.t(count > 0 ? 'operations.work.retried-all' : 'operations.work.none-dead', { count }) };
      },
    }),
  ];
}

const runNow = defineRoute({
  id: 'operations.run-job',
  method: 'POST',
  path: '/operations/jobs/:name/run',
  summary: 'Do now what the clock would have a job do; asking twice starts it once',
  ability: ['update', 'Work'],
  audit: 'operations.job-started',
  params: T.Object({ name: Name }),
  response: Said,
  async handler(ctx, { params: { name } }) {
    const answer = await ctx.use(Work).runNow(name);
    if (answer === 'gone') throw notFound();
    await ctx.live(WORK_NEWS);
    return { message: ctx.t(`operations.work.${answer}`, { name }) };
  },
});

export const workRoutes: RouteDef[] = [
  jobs,
  consumers,
  runNow,
  ...itemRoutes('jobs', 'a job', (job) => ({ job })),
  ...itemRoutes('consumers', 'a subscriber to events', (subscriber) => ({ subscriber })),
];
