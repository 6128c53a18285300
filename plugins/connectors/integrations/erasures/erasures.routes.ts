import {
  conflict,
  Connectors,
  type Ctx,
  defineRoute,
  List,
  listOf,
  notFound,
  pageOf,
  PageQuery,
  type Static,
  T,
} from '../../../../core/contract.ts';
import { askAgain, confirmErasure, emailsOf, ERASURE_STATES, erasurePage, type ErasureRow } from './erasures.store.ts';
import { eraseJob } from './erasures.job.ts';

const Erasure = T.Object({
  id: T.Integer(),
  /** What the connection is called, and its system. */
  name: T.String(),
  title: T.String(),
  connection: T.Union([T.Integer(), T.Null()]),
  state: T.Enum([...ERASURE_STATES]),
  /** By what the person is found there: e-mail addresses and the system's own references; empty once they are erased. */
  whom: T.String(),
  response: T.String(),
  attempts: T.Integer(),
  asked_at: T.String({ format: 'date-time' }),
  finished_at: T.Union([T.String(), T.Null()]),
  /** Whether somebody may say that they did it there, or have the system asked again. */
  is_open: T.Boolean(),
});
const ErasureId = T.Object({ id: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });
const Said = T.Object({ message: T.String() });

const list = defineRoute({
  id: 'integrations.erasures',
  method: 'GET',
  path: '/integrations/erasures',
  summary: 'People whom other systems were asked to erase, and what they answered',
  ability: ['read', 'Erasure'],
  query: T.Object({
    ...PageQuery,
    Connection: T.Optional(T.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  }),
  response: List(Erasure),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await erasurePage(ctx, { ...at, ...(query.Connection === undefined ? {} : { connection: query.Connection }) });
    const shown = [];
    for (const row of rows) shown.push(await shownOf(ctx, row));
    return listOf(shown, total, at);
  },
});

async function shownOf(ctx: Ctx, row: ErasureRow): Promise<Static<typeof Erasure>> {
  const isOver = row.state === 'done' || row.state === 'confirmed';
  return {
    id: Number(row.id),
    name: row.name,
    title: ctx.t(ctx.use(Connectors).find(row.connector)?.title ?? row.connector),
    connection: row.connection_id,
    state: row.state,
    whom: isOver || !ctx.can('update', 'Erasure', row) ? '' : [...(await emailsOf(ctx, row).catch(() => [])), ...row.refs].join(', '),
    response: ctx.t(row.response),
    attempts: row.attempts,
    asked_at: row.asked_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    is_open: !isOver && row.state !== 'pending',
  };
}

const confirm = defineRoute({
  id: 'integrations.erasure-confirm',
  method: 'POST',
  path: '/integrations/erasures/:id/confirm',
  summary: 'Say that a person was erased at the other system by hand',
  ability: ['update', 'Erasure'],
  stepUp: true,
  params: ErasureId,
  response: Said,
  async handler(ctx, { params }) {
    const row = await confirmErasure(ctx, params.id);
    if (!row) throw notFound();
    await ctx.audit({
      action: 'integrations.erasure-confirmed',
      description: `Said that a person was erased at ${row.name}`,
      target: row.id,
      params: { name: row.name, response: '' },
    });
    return { message: ctx.t('integrations.erasure.confirmed', { name: row.name }) };
  },
});

const again = defineRoute({
  id: 'integrations.erasure-again',
  method: 'POST',
  path: '/integrations/erasures/:id/again',
  summary: 'Ask the other system once more to erase a person',
  ability: ['update', 'Erasure'],
  withoutStepUp: 'asks again for what was asked for anyway',
  params: ErasureId,
  response: Said,
  async handler(ctx, { params }) {
    if (!(await askAgain(ctx, params.id))) throw conflict('integrations.erasure.not-open');
    await ctx.audit({
      action: 'integrations.erasure-again',
      description: `Asked once more for an erasure (${params.id})`,
      target: String(params.id),
      params: { id: params.id },
    });
    await ctx.wake(eraseJob);
    return { message: ctx.t('integrations.erasure.asked') };
  },
});

export const erasureRoutes = [list, confirm, again];
