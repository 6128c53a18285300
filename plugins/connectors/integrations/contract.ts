import type { Knex } from 'knex';
import {
  type ConnectorDef,
  type Ctx,
  defineEvent,
  defineExtensionPoint,
  definePlugin,
  definePort,
  defineRoute,
  defineTrigger,
  type FieldUi,
  type Id,
  type Plugin,
  T,
} from '../../../core/contract.ts';
import { changeSchema, connectorScreens, connectSchema } from './connector-screens.ts';

/**
 * A lead as a connector's action receives it. An action whose input schema names fewer fields gets no more than those; texts that the company chose not to send are empty,
 * as they are where nothing is known.
 */
const LEAD_FIELDS = {
  id: T.String(),
  campaignId: T.Integer(),
  campaign: T.String(),
  /** What operators' own fields of the campaign hold, as a JSON object by field name; empty where there are none. Sent only where somebody chose it. */
  campaignFields: T.String(),
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

/** A new lead: what connections send unless their company chose otherwise. */
export const NewLead = defineTrigger({ id: 'lead.created', title: 'integrations.trigger.lead-created', gives: LeadInput });
/** Tags of a lead changed. */
export const LeadUpdate = defineTrigger({
  id: 'lead.updated',
  title: 'integrations.trigger.lead-updated',
  gives: T.Object({ ...LEAD_FIELDS, tags: T.Array(T.String()) }),
});
/** The person did what the campaign is after. */
export const LeadConversion = defineTrigger({ id: 'lead.converted', title: 'integrations.trigger.lead-converted', gives: LeadInput });

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

/** A connection without what is sealed. */
export interface ConnectionShown {
  id: number;
  name: string;
  /** What was entered and may be shown again. */
  config: Readonly<Record<string, unknown>>;
  enabled: boolean;
  state: string;
  /** The payload as the company wrote it. */
  template: string | null;
  createdAt: Date;
}

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
  /**
   * A connector is published in another version, or again: connections below the caller's company that lack one of the `required` fields hold their leads
   * and ask for it with `remedy`, a message key. Those that only waited for this go on. Inside a transaction; answers how many connections lack something.
   */
  published(connectorId: string, required: readonly string[], remedy: string): Promise<number>;
  /** Those of one connector that the caller may read, by name; reads in the caller's transaction. */
  connections(connectorId: string): Promise<ConnectionShown[]>;
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
  /** Those of the clients, an array in SQL, whose leads it takes, whoever of client and agency connected it: a query of their ids. */
  served(ctx: Ctx, clients: Knex.Raw): Knex.Raw;
}
export const ConnectedSystems = defineExtensionPoint<ConnectedSystem>('integrations.system');

export interface ConnectorPluginOptions {
  version: string;
  locales: NonNullable<Plugin['locales']>;
  /** Further plugins without which it does not work: those that publish what its actions are on. */
  requires?: Record<string, string>;
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
  const Connect = connectSchema(connector);
  const Change = changeSchema(connector);

  /** What is saved is tested over the network first, if the connector can. */
  const calling = { db: 'intent' as const, ...(connector.test ? { rate: 'integrations.connect' as const } : {}) };
  const connecting = {
    id: own('connect'),
    method: 'POST',
    path: `/integrations/connect/${connector.id}`,
    ability: ['create', 'Connection'],
    stepUp: true,
    body: Connect,
  } as const;
  const connect = connector.auth.oauth
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

  return definePlugin({
    manifest: {
      id: plugin,
      version: options.version,
      core: '^1',
      requires: { ...options.requires, integrations: '^1' },
      level: 'platform',
    },
    connectors: [connector],
    routes: [connect, change],
    ...connectorScreens(connector, {
      id: own,
      connect: connect.id,
      change: change.id,
      texts: [own('form')],
      ...(options.ui ? { ui: options.ui } : {}),
    }),
    locales: options.locales,
  });
}
