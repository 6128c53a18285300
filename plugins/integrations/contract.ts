import {
  type ConnectorDef,
  type Ctx,
  defineEvent,
  defineExtensionPoint,
  defineForm,
  definePlugin,
  definePort,
  defineRoute,
  defineTrigger,
  type FieldUi,
  type Id,
  type Plugin,
  T,
  type TSchema,
} from '../../core/contract.ts';
import { LeadsCreated } from '../leads/contract.ts';

/**
 * A lead as a connector's action receives it. An action whose input schema names fewer fields gets no more than those; texts that the company chose not to send are empty,
 * as they are where nothing is known.
 */
const LEAD_FIELDS = {
  id: T.String(),
  campaignId: T.Integer(),
  campaign: T.String(),
  product: T.String(),
  /** What its source is called, in English. */
  source: T.String(),
  /** ISO instants. */
  createdAt: T.String(),
  lastSeenAt: T.String(),
  /** How often the person was observed. */
  visits: T.Integer(),
  /** What the client pays for it, in dollars: `2.50`. Sent only where somebody chose it who may see prices. */
  price: T.String(),
  firstName: T.String(),
  lastName: T.String(),
  email: T.String(),
  phone: T.String(),
  address: T.String(),
  city: T.String(),
  state: T.String(),
  zip: T.String(),
  company: T.String(),
  isTest: T.Boolean(),
};
export const LeadInput = T.Object(LEAD_FIELDS, { additionalProperties: T.Union([T.String(), T.Number(), T.Boolean()]) });

/** A new lead: what connectors act on. */
export const NewLead = defineTrigger({ event: LeadsCreated, gives: LeadInput });

/**
 * Another system says that nobody can be reached under a lead's address. `hosts` is `own` where the company chose the address of that
 * system itself, so that its word is the company's word. Emitted under the connection's company.
 */
export const LeadInvalid = defineEvent({
  id: 'integrations.lead-invalid',
  version: 1,
  payload: T.Object({
    leadId: T.String({ format: 'uuid' }),
    connector: T.String(),
    hosts: T.Enum(['own', 'fixed']),
    note: T.String(),
  }),
});

/** What a connector's form brings: a name for the connection and the connector's own fields. */
export type ConnectionFields = Record<string, unknown> & { name?: string };

/** Connections of the caller's company; used by the routes that `connectorPlugin` makes, outside of any transaction. */
export interface IntegrationsApi {
  /**
   * Throws 422 on a field whose address may not be called, or that the connector's own test finds wrong, and keeps nothing then.
   * `generated` holds what the platform made; nobody answers it later.
   */
  connect(connector: ConnectorDef, fields: ConnectionFields): Promise<{ id: number; generated: Record<string, string>; message: string }>;
  /** Secret fields that are left out keep what is stored, and so does everything when the connector's test fails. */
  change(id: number, connector: ConnectorDef, fields: ConnectionFields): Promise<{ message: string; go?: string }>;
  /** For a system that people sign in to: answers the address there. The connection is made when they come back. */
  authorize(connector: ConnectorDef, fields: ConnectionFields): Promise<{ leave: string }>;
}
export const Integrations = definePort<IntegrationsApi>('integrations.v1');

/** How a card of the catalogue says that a system stands; `unavailable` until the operator has set it up. */
export type CardState = 'connected' | 'open' | 'unavailable' | 'reauthorise' | 'attention';

/**
 * A system that is connected in a way of its own, such as by signing in there: its card stands among those of the connectors, and its actions
 * (`extend` of `integrations.catalogue`) ask for `connector` to be its id.
 */
export interface ConnectedSystem {
  id: Id;
  title: string;
  /** A message key: one sentence for the card. */
  summary: string;
  /** How the caller's company stands with it. */
  of(ctx: Ctx): Promise<{ state: CardState; connections: number }>;
  /** Those of the clients whose leads it takes, whoever of client and agency connected it. */
  serves(ctx: Ctx, clientIds: readonly number[]): Promise<Iterable<number>>;
}
export const ConnectedSystems = defineExtensionPoint<ConnectedSystem>('integrations.system');

export interface ConnectorPluginOptions {
  version: string;
  locales: NonNullable<Plugin['locales']>;
  /** How the connector's own fields look in the form. */
  ui?: Record<string, FieldUi>;
}

/**
 * A whole plugin around one connector, whose id begins with the plugin's: the connector, a form and a route to connect it and to
 * change a connection (each with the connector's own fields as strict schema), and the actions that open them on the
 * integrations screens.
 */
export function connectorPlugin(connector: ConnectorDef, options: ConnectorPluginOptions): Plugin {
  const plugin = connector.id.slice(0, connector.id.indexOf('.'));
  const own = (name: string): Id => `${plugin}.${name}`;
  const isSignedIn = connector.auth.oauth !== undefined;
  const given = givenFields(connector);
  const Name = T.String({ minLength: 1, maxLength: 60, pattern: '\\S', title: 'integrations.field.name' });
  const Connect = T.Object({ name: T.Optional(Name), ...given });
  const Change = T.Object({ name: Name, ...optionalSecrets(given, connector.auth.secret) });
  const ui = { name: { widget: 'text', help: 'integrations.field.name.help' }, ...options.ui };

  /** What is saved is tested over the network first, if the connector can. */
  const calling = { db: 'intent' as const, ...(connector.test ? { rate: 'integrations.test' as const } : {}) };
  const connecting = {
    id: own('connect'),
    method: 'POST',
    path: `/integrations/connect/${connector.id}`,
    ability: ['create', 'Connection'],
    stepUp: true,
    body: Connect,
  } as const;
  const connect = isSignedIn
    ? defineRoute({
        ...connecting,
        summary: `Begin to connect ${connector.title}; answers the address there to go to`,
        db: 'intent',
        unlogged: 'changes nothing until the person comes back from there',
        response: T.Object({ leave: T.String() }),
        handler: (ctx, { body }) => ctx.use(Integrations).authorize(connector, body),
      })
    : defineRoute({
        ...connecting,
        summary: `Connect ${connector.title}`,
        ...calling,
        response: T.Object({ id: T.Integer(), generated: T.Record(T.String(), T.String()), message: T.String(), go: T.String() }),
        async handler(ctx, { body }) {
          const made = await ctx.use(Integrations).connect(connector, body);
          return { ...made, go: `/integrations/${made.id}` };
        },
      });
  const change = defineRoute({
    id: own('change'),
    method: 'PUT',
    path: `/integrations/:id/${connector.id}`,
    summary: `Change a connection to ${connector.title}`,
    ability: ['update', 'Connection'],
    stepUp: true,
    params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    ...calling,
    body: Change,
    response: T.Object({ message: T.String(), go: T.Optional(T.String()) }),
    handler: (ctx, { params, body }) => ctx.use(Integrations).change(params.id, connector, body),
  });
  const ofThis = { field: 'connector', is: connector.id };

  return definePlugin({
    manifest: { id: plugin, version: options.version, core: '^1', requires: { integrations: '^1', leads: '^1' }, level: 'platform' },
    connectors: [connector],
    routes: [connect, change],
    forms: [
      defineForm({
        id: own('connect'),
        version: 1,
        title: 'integrations.form.connect',
        button: 'integrations.action.connect',
        schema: Connect,
        ui,
        submit: connect.id,
        ability: connect.ability,
      }),
      defineForm({
        id: own('change'),
        version: 1,
        title: 'integrations.form.change',
        schema: Change,
        ui,
        submit: change.id,
        ability: change.ability,
      }),
    ],
    extend: [
      {
        role: 'integrations.catalogue',
        order: 10,
        blocks: [],
        actions: [
          {
            id: own('open-connect'),
            title: 'integrations.action.connect',
            icon: 'plug-connected',
            emphasis: 'primary',
            ability: connect.ability,
            when: ofThis,
            do: { form: own('connect'), as: 'drawer' },
          },
          {
            id: own('open-reconnect'),
            title: 'integrations.action.reconnect',
            icon: 'plug-connected',
            emphasis: 'primary',
            ability: change.ability,
            when: { field: 'reconnect', is: connector.id },
            do: isSignedIn
              ? { call: 'integrations.authorize', params: { id: { from: 'row', field: 'broken' } } }
              : {
                  form: own('change'),
                  as: 'drawer',
                  prefill: { route: 'integrations.settings', params: { id: { from: 'row', field: 'broken' } } },
                },
          },
        ],
      },
      {
        role: 'integrations.connection',
        order: 10,
        blocks: [],
        actions: [
          {
            id: own('open-change'),
            title: 'integrations.action.change',
            icon: 'pencil',
            ability: change.ability,
            when: ofThis,
            do: {
              form: own('change'),
              as: 'drawer',
              prefill: { route: 'integrations.settings', params: { id: { from: 'row', field: 'id' } } },
            },
          },
        ],
      },
    ],
    locales: options.locales,
  });
}

type Fields = Record<string, TSchema>;

/** The fields a person fills in: all but those that the platform makes or learns. */
function givenFields({ auth, generate = {} }: ConnectorDef): Fields {
  const all = Object.entries(auth.fields.properties as Fields);
  return Object.fromEntries(all.filter(([field]) => !(field in generate) && !(field in (auth.oauth?.gives ?? {}))));
}

const optionalSecrets = (fields: Fields, secret: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, secret.includes(field) ? T.Optional(schema) : schema]));
