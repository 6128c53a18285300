import { Connectors, type Ctx, defineRoute, List, listOf, type Static, T } from '../../core/contract.ts';
import { connectionFor, connectionsOf, type ConnectionRow } from './connections.store.ts';
import { endShowing, removeConnection, renewSecrets, sendTest, setEnabled, shownSecrets } from './connections.service.ts';
import { heldCount } from './deliveries.store.ts';
import { plainNote } from './lead.ts';

export const ConnectionId = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Said = T.Object({ message: T.String() });

const Card = T.Object({
  connector: T.String(),
  title: T.String(),
  summary: T.String(),
  state: T.Enum(['connected', 'open']),
  connections: T.Integer(),
});
const Connection = T.Object({
  id: T.Integer(),
  name: T.String(),
  connector: T.String(),
  title: T.String(),
  enabled: T.Enum(['T', 'F']),
  state: T.Enum(['ok', 'held', 'disabled', 'off', 'gone']),
  address: T.String(),
  last_result: T.String(),
  last_at: T.Union([T.String(), T.Null()]),
  created_at: T.String({ format: 'date-time' }),
});
/** `held`: deliveries that wait for a person. */
const Detail = T.Object({ ...Connection.properties, has_secret: T.Boolean(), held: T.Integer() });

const catalogue = defineRoute({
  id: 'integrations.catalogue',
  method: 'GET',
  path: '/integrations',
  summary: 'Systems that can be connected',
  ability: ['read', 'Connection'],
  response: T.Object({ data: T.Array(Card) }),
  async handler(ctx) {
    const own = await connectionsOf(ctx);
    const data = ctx
      .use(Connectors)
      .list()
      .map((c) => {
        const connections = own.filter((row) => row.connector === c.id).length;
        return {
          connector: c.id,
          title: c.title,
          summary: ctx.t(c.summary),
          state: connections > 0 ? ('connected' as const) : ('open' as const),
          connections,
        };
      });
    return { data };
  },
});

const connections = defineRoute({
  id: 'integrations.connections',
  method: 'GET',
  path: '/integrations/connections',
  summary: 'Own connections',
  ability: ['read', 'Connection'],
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: List(Connection),
  async handler(ctx) {
    const rows = (await connectionsOf(ctx)).map((row) => shown(ctx, row));
    return listOf(rows, rows.length, { page: 1, perPage: Math.max(1, rows.length) });
  },
});

const detail = defineRoute({
  id: 'integrations.detail',
  method: 'GET',
  path: '/integrations/:id',
  summary: 'One connection',
  ability: ['read', 'Connection'],
  params: ConnectionId,
  response: Detail,
  async handler(ctx, { params }) {
    const row = await connectionFor(ctx, params.id, 'read');
    const { generate } = ctx.use(Connectors).find(row.connector) ?? {};
    return { ...shown(ctx, row), has_secret: generate !== undefined, held: await heldCount(ctx, row.id) };
  },
});

const settings = defineRoute({
  id: 'integrations.settings',
  method: 'GET',
  path: '/integrations/:id/settings',
  summary: 'What the form of a connection begins with; no secrets',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  response: T.Unsafe<Record<string, unknown>>({ type: 'object' }),
  async handler(ctx, { params }) {
    const row = await connectionFor(ctx, params.id, 'update');
    return { ...row.config, id: row.id, name: row.name };
  },
});

const enable = defineRoute({
  id: 'integrations.enable',
  method: 'PUT',
  path: '/integrations/:id/enabled',
  summary: 'Switch a connection on or off',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  body: T.Object({ enabled: T.Enum(['T', 'F']) }),
  response: Said,
  async handler(ctx, { params, body }) {
    const { name } = await setEnabled(ctx, params.id, body.enabled === 'T');
    return { message: ctx.t(body.enabled === 'T' ? 'integrations.switched-on' : 'integrations.switched-off', { name }) };
  },
});

const remove = defineRoute({
  id: 'integrations.remove',
  method: 'DELETE',
  path: '/integrations/:id',
  summary: 'Remove a connection and its log',
  ability: ['delete', 'Connection'],
  params: ConnectionId,
  response: T.Object({ message: T.String(), go: T.String() }),
  async handler(ctx, { params }) {
    const { name } = await removeConnection(ctx, params.id);
    return { message: ctx.t('integrations.removed', { name }), go: '/integrations' };
  },
});

const test = defineRoute({
  id: 'integrations.test',
  method: 'POST',
  path: '/integrations/:id/test',
  summary: 'Send a clearly fake lead and show the answer',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  db: 'intent',
  rate: 'integrations.test',
  response: T.Object({ ok: T.Boolean(), response: T.String(), message: T.String() }),
  async handler(ctx, { params }) {
    const outcome = await sendTest(ctx, params.id);
    const response = plainNote(outcome.note ?? '');
    return { ok: outcome.ok, response, message: ctx.t(outcome.ok ? 'integrations.test.taken' : 'integrations.test.refused', { response }) };
  },
});

const secret = defineRoute({
  id: 'integrations.secret',
  method: 'GET',
  path: '/integrations/:id/secret',
  summary: 'The secret made for a connection, for a few minutes after it was made',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  response: T.Object({ open: T.Boolean(), secret: T.String() }),
  handler: (ctx, { params }) => shownSecrets(ctx, params.id),
});

const secretSaved = defineRoute({
  id: 'integrations.secret-saved',
  method: 'DELETE',
  path: '/integrations/:id/secret',
  summary: 'Stop showing the secret',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  response: Said,
  async handler(ctx, { params }) {
    await endShowing(ctx, params.id);
    return { message: ctx.t('integrations.secret.hidden') };
  },
});

const secretNew = defineRoute({
  id: 'integrations.secret-new',
  method: 'POST',
  path: '/integrations/:id/secret',
  summary: 'Make a new secret; the old one stops at once',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  response: Said,
  async handler(ctx, { params }) {
    await renewSecrets(ctx, params.id);
    return { message: ctx.t('integrations.secret.made') };
  },
});

/** A connection as lists and its own screen show it. */
function shown(ctx: Ctx, row: ConnectionRow): Static<typeof Connection> {
  const connector = ctx.use(Connectors).find(row.connector);
  const address = Object.values(row.config).find((v): v is string => typeof v === 'string' && URL.canParse(v)) ?? '';
  const off = row.enabled ? row.state : row.state === 'disabled' ? 'disabled' : 'off';
  return {
    id: row.id,
    name: row.name,
    connector: row.connector,
    title: connector?.title ?? row.connector,
    enabled: row.enabled ? 'T' : 'F',
    state: connector ? off : 'gone',
    address,
    last_result: ctx.t(row.last_result),
    last_at: row.last_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export const integrationRoutes = [catalogue, connections, detail, settings, enable, remove, test, secret, secretSaved, secretNew];
/** Tests call a stranger's server: a few a minute are enough to set a connection up. */
export const integrationRates = [{ id: 'integrations.test' as const, points: 6, seconds: 60, by: 'company' as const }];
