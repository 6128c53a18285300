import { conflict, type ConnectorDef, type Ctx } from '../../../core/contract.ts';
import type { ConnectionFields } from './contract.ts';

/** What is sealed is bound to its row and field: copied elsewhere, it does not open. */
export const ofConnection = (id: number): string => `integrations_connection|${id}`;

/** Under this name the tokens of a connection are sealed among its secrets. No connector's field has a dot. */
export const TOKENS = 'oauth.tokens';

/** A value that the platform made anew is kept under its field's name and this, for a day. */
const BEFORE = '.before';

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

export async function sealAll(ctx: Ctx, companyId: number, row: string, values: Record<string, string>): Promise<Record<string, string>> {
  const sealed = await Promise.all(
    Object.entries(values).map(async ([field, value]) => [field, await ctx.secrets.seal(companyId, `${row}|${field}`, value)] as const),
  );
  return Object.fromEntries(sealed);
}

/** One sealed value. Throws 409 when it does not open, e.g. under a changed key. */
export async function openOne(
  ctx: Pick<Ctx, 'secrets' | 'log'>,
  companyId: number,
  row: string,
  field: string,
  sealed: string,
): Promise<string> {
  try {
    return await ctx.secrets.open(companyId, `${row}|${field}`, sealed);
  } catch (error) {
    ctx.log.error({ row, field, error: String(error) }, 'secret does not open');
    throw conflict('integrations.secret-broken');
  }
}

export async function openAll(
  ctx: Pick<Ctx, 'secrets' | 'log'>,
  companyId: number,
  row: string,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const open: Record<string, string> = {};
  for (const [field, sealed] of Object.entries(values)) open[field] = await openOne(ctx, companyId, row, field, sealed);
  return open;
}

/** A connection as far as its credentials go. */
export interface Sealed {
  id: number;
  company_id: number;
  config: Record<string, unknown>;
  secrets: Record<string, string>;
  /** Until when the values that the platform made before are still used. */
  replaced_until: Date | null;
}

/** Everything a connector needs to run, but its tokens: public fields and opened secrets. Throws 409 when one does not open. */
export async function openAuth(
  ctx: Pick<Ctx, 'secrets' | 'log'>,
  { id, company_id: company, config, secrets }: Omit<Sealed, 'replaced_until'>,
): Promise<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(secrets).filter(([field]) => !field.includes('.')));
  return { ...config, ...(await openAll(ctx, company, ofConnection(id), fields)) };
}

/** By field, the values that the platform made before and that are still used. Throws 409 when one does not open. */
export async function openBefore(
  ctx: Pick<Ctx, 'secrets' | 'log' | 'now'>,
  { id, company_id: company, secrets, replaced_until: until }: Sealed,
): Promise<Record<string, string>> {
  if (!until || until <= ctx.now) return {};
  const kept = Object.fromEntries(Object.entries(secrets).filter(([field]) => field.endsWith(BEFORE)));
  const open = await openAll(ctx, company, ofConnection(id), kept);
  return Object.fromEntries(Object.entries(open).map(([field, value]) => [field.slice(0, -BEFORE.length), value]));
}

/** Values that the platform made, sealed to be used for a while beside the new ones. */
export const sealBefore = (ctx: Ctx, companyId: number, row: string, values: Record<string, string>): Promise<Record<string, string>> =>
  sealAll(ctx, companyId, row, Object.fromEntries(Object.entries(values).map(([field, value]) => [field + BEFORE, value])));

/** Sealed values without those that the platform made before. */
export const withoutBefore = (secrets: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).filter(([field]) => !field.endsWith(BEFORE)));
