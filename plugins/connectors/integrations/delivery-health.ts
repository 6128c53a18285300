import { type Ctx, defineRoute, type PageExtension, T } from '../../../core/contract.ts';
import { connectionStates } from './connection-states.ts';
import { ConnectedSystems } from './contract.ts';
import { TOPIC } from './topic.ts';

/** How the other systems stand that are connected in their own way. */
const SYSTEM_STATES = { connected: 'ok', reauthorise: 'reauthorise', attention: 'failing' } as const;

interface Row {
  id: number;
  name: string;
  state: string;
  enabled: boolean;
  last_at: Date | null;
  waiting: number;
}

/** The caller's own connections, each with what waits for it. */
const connections = (ctx: Ctx): Promise<Row[]> =>
  ctx
    .query('Connection')
    .whereNot('state', 'gone')
    .orderBy('name')
    .select(
      'integrations_connection.id',
      'name',
      'state',
      'enabled',
      'last_at',
      ctx.db.raw(
        `(select count(*)::int from integrations_delivery d where d.connection_id = integrations_connection.id and d.state in ('held', 'failed')) as waiting`,
      ),
    );

export const deliveryHealth = defineRoute({
  id: 'integrations.health',
  method: 'GET',
  path: '/integrations/health',
  summary: 'Whether leads arrive in the systems that the company has connected',
  ability: ['read', 'DeliveryHealth'],
  response: T.Object({
    data: T.Array(
      T.Object({
        id: T.String(),
        name: T.String(),
        text: T.String(),
        since: T.Union([T.String(), T.Null()]),
        state: T.String(),
        remedy: T.Union([T.Object({ title: T.String(), address: T.String() }), T.Null()]),
      }),
    ),
  }),
  async handler(ctx) {
    const own = (await connections(ctx)).map(({ id, name, state, enabled, last_at: at, waiting }) => {
      const works = state === 'ok' || state === 'untested';
      return {
        id: String(id),
        name,
        state: enabled || state === 'disabled' ? state : 'off',
        text: waiting > 0 ? ctx.t('integrations.health.waiting', { count: waiting }) : ctx.t(`integrations.health.${at ? 'ok' : 'idle'}`),
        since: waiting > 0 ? null : (at?.toISOString() ?? null),
        remedy: works ? null : { title: ctx.t('integrations.health.repair'), address: `/integrations/${id}` },
      };
    });
    for (const { id, title, of } of ctx.contributions(ConnectedSystems)) {
      const { state } = await of(ctx);
      if (state === 'open' || state === 'unavailable') continue;
      const remedy = state === 'connected' ? null : { title: ctx.t('integrations.health.repair'), address: '/integrations' };
      own.push({ id, name: title, state: SYSTEM_STATES[state], text: '', since: null, remedy });
    }
    return { data: own };
  },
});

/** On the home of whoever leads are delivered to. */
export const deliveryOnHome: PageExtension = {
  role: 'campaigns.dashboard',
  where: { product: '' },
  order: 53,
  blocks: [
    {
      as: 'health',
      title: 'integrations.health.title',
      source: { route: 'integrations.health', live: TOPIC },
      key: 'id',
      name: 'name',
      text: 'text',
      since: 'since',
      state: { field: 'state', states: connectionStates },
      remedy: 'remedy',
      most: 6,
      empty: {
        title: 'integrations.health.empty',
        help: 'integrations.health.empty.help',
        action: {
          id: 'integrations.health-connect',
          title: 'integrations.attention.destination.button',
          ability: ['read', 'Connection'],
          do: { page: 'integrations.catalogue-page' },
        },
      },
    },
  ],
};
