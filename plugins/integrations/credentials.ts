import { conflict, type ConnectorDef, type Ctx } from '../../core/contract.ts';
import type { ConnectionFields } from './contract.ts';

/** What is sealed is bound to its connection and field: copied elsewhere, it does not open. */
const placeOf = (connectionId: number, field: string): string => `integrations_connection|${connectionId}|${field}`;

/** Divides what a form brought into what may be shown again and what may not. */
export function splitFields(
  connector: ConnectorDef,
  fields: ConnectionFields,
): { config: Record<string, unknown>; secret: Record<string, string> } {
  const config: Record<string, unknown> = {};
  const secret: Record<string, string> = {};
  for (const field of Object.keys(connector.auth.fields.properties as object)) {
    const value = fields[field];
    if (value === undefined) continue;
    if (connector.auth.secret.includes(field)) secret[field] = String(value);
    else config[field] = value;
  }
  return { config, secret };
}

/** Values that the platform makes for a connection. */
export const generated = (connector: ConnectorDef): Record<string, string> =>
  Object.fromEntries(Object.entries(connector.generate ?? {}).map(([field, make]) => [field, make()]));

export async function sealAll(
  ctx: Ctx,
  companyId: number,
  connectionId: number,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const sealed = await Promise.all(
    Object.entries(values).map(
      async ([field, value]) => [field, await ctx.secrets.seal(companyId, placeOf(connectionId, field), value)] as const,
    ),
  );
  return Object.fromEntries(sealed);
}

/** Everything a connector needs to run: public fields and opened secrets. Throws 409 when one does not open, e.g. under a changed key. */
export async function openAuth(
  ctx: Pick<Ctx, 'secrets' | 'log'>,
  connection: { id: number; company_id: number; config: Record<string, unknown>; secrets: Record<string, string> },
): Promise<Record<string, unknown>> {
  const auth = { ...connection.config };
  for (const [field, sealed] of Object.entries(connection.secrets)) {
    try {
      auth[field] = await ctx.secrets.open(connection.company_id, placeOf(connection.id, field), sealed);
    } catch (error) {
      ctx.log.error({ connection: connection.id, field, error: String(error) }, 'secret does not open');
      throw conflict('integrations.secret-broken');
    }
  }
  return auth;
}
