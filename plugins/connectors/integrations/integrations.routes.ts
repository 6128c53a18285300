import {
  Connectors,
  type Ctx,
  dayOf,
  defineRoute,
  Flag,
  flagOf,
  List,
  listOf,
  momentText,
  type Static,
  T,
} from '../../../core/contract.ts';
import { type CardState, ConnectedSystems } from './contract.ts';
import { BROKEN, CONNECTION_STATES, connectionFor, connectionsOf, type ConnectionRow } from './connections.store.ts';
import { endReplaced, endShowing, removeConnection, renewSecrets, setEnabled, shownSecrets } from './connections.service.ts';
import { NOTHING_UNSENT, type Unsent, unsentOf } from './deliveries.store.ts';

export const ConnectionId = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Said = T.Object({ message: T.String() });

/** What needs somebody comes first, what cannot be connected last. */
const CARD_ORDER = ['reauthorise', 'attention', 'connected', 'open', 'unavailable'] as const satisfies readonly CardState[];
const Card = T.Object({
  connector: T.String(),
  title: T.String(),
  summary: T.String(),
  state: T.Enum([...CARD_ORDER]),
  connections: T.Integer(),
  /** The connection to repair, and the connector whose form does it; empty where that takes no new credentials. */
  broken: T.Union([T.Integer(), T.Null()]),
  reconnect: T.String(),
  /** The connector whose form connects it, or the system whose own page does; empty where the operator has not set it up. */
  connects: T.String(),
  /** Whether its own page is where it is repaired. */
  repairs: T.Boolean(),
});
const Connection = T.Object({
  id: T.Integer(),
  name: T.String(),
  connector: T.String(),
  title: T.String(),
  enabled: Flag,
  state: T.Enum([...CONNECTION_STATES, 'off', 'gone']),
  address: T.String(),
  last_result: T.String(),
  /** What its owner is to do, where the connector says more than the state does. */
  remedy: T.String(),
  last_at: T.Union([T.String(), T.Null()]),
  created_at: T.String({ format: 'date-time' }),
  /** Leads that wait for a person, until when the first of them does, and leads that the other end refused. */
  held: T.Integer(),
  held_until: T.Union([T.String(), T.Null()]),
  rejected: T.Integer(),
});
/** `held_day`: the day of `held_until` where the caller is. */
const Detail = T.Object({
  ...Connection.properties,
  has_secret: T.Boolean(),
  /** Whether the secret that was replaced is still used, and until when. */
  has_old_secret: T.Boolean(),
  old_secret_until: T.String(),
  /** What people are to know of the connector before they rely on it. */
  caution: T.String(),
  has_caution: T.Boolean(),
  /** Whether its company may write the payload itself. */
  has_template: T.Boolean(),
  /** What its page says first: `remedy` where the connector knows what helps, else how it stands. */
  notice: T.String(),
  has_test: T.Boolean(),
  /** Whether it is signed in to, and not given keys. */
  has_sign_in: T.Boolean(),
  /** The connector whose form its settings are edited in, or, while its credentials are refused, entered anew in; empty for the other one. */
  changes: T.String(),
  renews: T.String(),
  held_day: T.String(),
  /** Whether held leads can be sent now, or wait for the connection to be put right. */
  held_offer: T.Enum(['none', 'wait', 'send']),
});

/** A system that is connected in a way of its own brings its own actions. */
const NOT_A_CONNECTOR = { broken: null, reconnect: '', repairs: false } as const;

const catalogue = defineRoute({
  id: 'integrations.catalogue',
  method: 'GET',
  path: '/integrations',
  summary: 'Systems that can be connected',
  ability: ['read', 'Connection'],
  response: T.Object({ data: T.Array(Card) }),
  async handler(ctx) {
    const own = await connectionsOf(ctx);
    const connectors = ctx.use(Connectors);
    const cards = connectors.list().map((c) => {
      const its = own.filter((row) => row.connector === c.id);
      const standing = connectors.isSetUp(c)
        ? { ...standingOf(its), connects: c.id }
        : { ...standingOf(its), ...(its.length === 0 ? { state: 'unavailable' as const } : {}), connects: '' };
      return {
        connector: c.id,
        title: ctx.t(c.title),
        summary: cardText(ctx, standing.state, c.summary, c.caution),
        connections: its.length,
        ...standing,
      };
    });
    const systems: Static<typeof Card>[] = [];
    for (const { id, title, summary, of } of ctx.contributions(ConnectedSystems)) {
      const standing = await of(ctx);
      const connects = standing.state === 'unavailable' ? '' : id;
      systems.push({ connector: id, title, summary: cardText(ctx, standing.state, summary), ...standing, ...NOT_A_CONNECTOR, connects });
    }
    return {
      data: [...cards, ...systems].sort(
        (a, b) => CARD_ORDER.indexOf(a.state) - CARD_ORDER.indexOf(b.state) || a.title.localeCompare(b.title),
      ),
    };
  },
});

const connections = defineRoute({
  id: 'integrations.connections',
  method: 'GET',
  path: '/integrations/connections',
  summary: 'Own connections, those that do not work first',
  ability: ['read', 'Connection'],
  query: T.Object({
    Page: T.Optional(T.Integer({ minimum: 1, maximum: 1 })),
    PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
  }),
  response: List(Connection),
  async handler(ctx) {
    const own = await connectionsOf(ctx);
    const unsent = await unsentOf(
      ctx,
      own.map((row) => row.id),
    );
    const isBroken = (row: ConnectionRow): boolean => BROKEN.some((state) => state === row.state);
    const inOrder = [...own.filter(isBroken), ...own.filter((row) => !isBroken(row))];
    const rows = inOrder.map((row) => shown(ctx, row, unsent.get(row.id)));
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
    const { generate, test = null, auth, caution, mapping } = ctx.use(Connectors).find(row.connector) ?? {};
    const replaced = row.replaced_until && row.replaced_until > ctx.now ? row.replaced_until : null;
    const connection = shown(ctx, row, (await unsentOf(ctx, [row.id])).get(row.id));
    // Where one signs in, that is its own action.
    const isRefused = connection.state === 'reauthorise' && auth?.oauth === undefined;
    return {
      ...connection,
      notice: connection.remedy ? 'remedy' : connection.state,
      has_secret: generate !== undefined,
      has_old_secret: replaced !== null,
      old_secret_until: replaced ? momentText(replaced, ctx.timezone, ctx.locale) : '',
      caution: caution ? ctx.t(caution) : '',
      has_caution: caution !== undefined,
      has_template: mapping?.template === true,
      has_test: test !== null,
      has_sign_in: auth?.oauth !== undefined,
      changes: isRefused ? '' : row.connector,
      renews: isRefused ? row.connector : '',
      held_day: connection.held_until ? dayOf(new Date(connection.held_until), ctx.timezone) : '',
      held_offer:
        connection.held === 0
          ? ('none' as const)
          : row.open || (row.enabled && row.state === 'held')
            ? ('send' as const)
            : ('wait' as const),
    };
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
  stepUp: true,
  params: ConnectionId,
  body: T.Object({ enabled: Flag }),
  response: Said,
  async handler(ctx, { params, body }) {
    const { name, held } = await setEnabled(ctx, params.id, body.enabled === 'T');
    if (body.enabled === 'F') return { message: ctx.t('integrations.switched-off', { name }) };
    return { message: ctx.t(held > 0 ? 'integrations.switched-on.held' : 'integrations.switched-on', { name, count: held }) };
  },
});

const remove = defineRoute({
  id: 'integrations.remove',
  method: 'DELETE',
  path: '/integrations/:id',
  summary: 'Remove a connection and its log',
  ability: ['delete', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  response: T.Object({ message: T.String(), go: T.String() }),
  async handler(ctx, { params }) {
    const { name } = await removeConnection(ctx, params.id);
    return { message: ctx.t('integrations.removed', { name }), go: '/integrations' };
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
  withoutStepUp: 'hides a key that was shown once',
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
  summary: 'Make a new secret; the old one is used beside it for a day',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  response: Said,
  async handler(ctx, { params }) {
    await renewSecrets(ctx, params.id);
    return { message: ctx.t('integrations.secret.made') };
  },
});

const secretEnded = defineRoute({
  id: 'integrations.secret-ended',
  method: 'DELETE',
  path: '/integrations/:id/secret/old',
  summary: 'Use the secret that was replaced no longer',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  response: Said,
  async handler(ctx, { params }) {
    await endReplaced(ctx, params.id);
    return { message: ctx.t('integrations.secret.ended') };
  },
});

/** A connection as lists and its own screen show it. */
function shown(ctx: Ctx, row: ConnectionRow, { held, rejected, heldUntil }: Unsent = NOTHING_UNSENT): Static<typeof Connection> {
  const connector = ctx.use(Connectors).find(row.connector);
  const address = Object.values(row.config).find((v): v is string => typeof v === 'string' && URL.canParse(v)) ?? '';
  const state = row.enabled || row.state === 'disabled' ? row.state : 'off';
  return {
    id: row.id,
    name: row.name,
    connector: row.connector,
    title: ctx.t(connector?.title ?? row.connector),
    enabled: flagOf(row.enabled),
    state: connector ? state : 'gone',
    address,
    last_result: ctx.t(row.last_result),
    remedy: row.remedy ? ctx.t(row.remedy) : '',
    last_at: row.last_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    held,
    held_until: heldUntil?.toISOString() ?? null,
    rejected,
  };
}

/** What a card says of its system, of what is to be known before it is relied on, and of why it cannot be connected. */
const cardText = (ctx: Ctx, state: CardState, ...keys: readonly (string | undefined)[]): string =>
  [...keys, state === 'unavailable' ? 'integrations.card.unavailable.help' : undefined]
    .flatMap((key) => (key ? [ctx.t(key)] : []))
    .join(' ');

/** What a connector's card says of its connections; one that does not work comes before all that do. */
function standingOf(own: readonly ConnectionRow[]): Pick<Static<typeof Card>, 'state' | 'broken' | 'reconnect' | 'repairs'> {
  const refused = own.find((row) => row.enabled && row.state === 'reauthorise');
  if (refused) return { state: 'reauthorise', broken: refused.id, reconnect: refused.connector, repairs: false };
  const broken = own.find((row) => (row.enabled || row.state === 'disabled') && BROKEN.some((state) => state === row.state));
  if (broken) return { state: 'attention', broken: broken.id, reconnect: '', repairs: true };
  return { state: own.length > 0 ? 'connected' : 'open', broken: null, reconnect: '', repairs: false };
}

export const integrationRoutes = [catalogue, connections, detail, settings, enable, remove, secret, secretSaved, secretNew, secretEnded];
