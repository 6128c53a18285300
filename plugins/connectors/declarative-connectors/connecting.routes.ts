import { type ConnectorDef, Connectors, type Ctx, defineRoute, notFound, T } from '../../../core/contract.ts';
import { Integrations } from '../integrations/contract.ts';
import { changeSchema, connectSchema } from '../integrations/shared.ts';
import { connectorId } from './run/compile.ts';

const Name = T.String({ pattern: '^[a-z][a-z0-9-]{1,39}$' });
/** The fields are those of the connector; its own schema refuses all others. */
const Fields = T.Unsafe<Record<string, unknown>>({ type: 'object', maxProperties: 40 });
/** Saving asks the other system first. */
const calling = { db: 'intent', rate: 'integrations.connect', stepUp: true } as const;

/** A connector as it is published by now, however far behind this process was. Throws 404. */
async function publishedNow(ctx: Ctx, name: string): Promise<ConnectorDef> {
  const connectors = ctx.use(Connectors);
  await connectors.catchUp(connectorId(name));
  const connector = connectors.find(connectorId(name));
  if (!connector) throw notFound();
  return connector;
}

const connect = defineRoute({
  id: 'declarative-connectors.connect',
  method: 'POST',
  path: '/integrations/declared/:connector',
  summary: 'Connect a system whose connector operators published; the body holds a name and the fields of that connector',
  ability: ['create', 'Connection'],
  ...calling,
  params: T.Object({ connector: Name }),
  body: Fields,
  response: T.Object({ id: T.Integer(), generated: T.Record(T.String(), T.String()), message: T.String(), go: T.String() }),
  async handler(ctx, { params, body }) {
    const connector = await publishedNow(ctx, params.connector);
    const fields = ctx.use(Connectors).checked(connectSchema(connector), body);
    const made = await ctx.use(Integrations).connect(connector, fields);
    return { ...made, go: `/integrations/${made.id}` };
  },
});

const change = defineRoute({
  id: 'declarative-connectors.change',
  method: 'PUT',
  path: '/integrations/:id/declared/:connector',
  summary: 'Change a connection whose connector operators published',
  ability: ['update', 'Connection'],
  ...calling,
  params: T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }), connector: Name }),
  body: Fields,
  response: T.Object({ message: T.String(), go: T.Optional(T.String()) }),
  async handler(ctx, { params, body }) {
    const connector = await publishedNow(ctx, params.connector);
    const fields = ctx.use(Connectors).checked(changeSchema(connector), body);
    return ctx.use(Integrations).change(params.id, connector, fields);
  },
});

export const connectingRoutes = [connect, change];
