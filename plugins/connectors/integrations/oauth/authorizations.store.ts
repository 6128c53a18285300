import type { Ctx } from '../../../../core/contract.ts';
import { openAll, sealAll } from '../credentials.ts';
import { AUTHORIZATION_MINUTES } from './authorization.ts';

/** What somebody entered before they went to the other system. */
export interface Begun {
  connector: string;
  /** The connection that is authorised again; null for a new one. */
  connection_id: number | null;
  name: string;
  config: Record<string, unknown>;
  secret: Record<string, string>;
}
const TABLE = 'integrations_authorization';
const placeOf = (id: string): string => `${TABLE}|${id}`;

export async function insertAuthorization(tx: Ctx, { secret, config, ...row }: Begun): Promise<string> {
  const id = crypto.randomUUID();
  const secrets = await sealAll(tx, tx.tenant.id, placeOf(id), secret);
  const until = tx.db.raw('now() + make_interval(mins => ?)', [AUTHORIZATION_MINUTES]);
  await tx.db(TABLE).insert({
    id,
    company_id: tx.tenant.id,
    ...row,
    config: JSON.stringify(config),
    secrets: JSON.stringify(secrets),
    until,
  });
  return id;
}

/** Takes away what was begun, so that it is finished once; null where nothing is to be finished (any more). */
export async function takeAuthorization(tx: Ctx, id: string): Promise<Begun | null> {
  const [row] = (await tx.db(TABLE).where({ id, company_id: tx.tenant.id }).whereRaw('until > now()').delete().returning('*')) as (Begun & {
    secrets: Record<string, string>;
  })[];
  return row ? { ...row, secret: await openAll(tx, tx.tenant.id, placeOf(id), row.secrets) } : null;
}

/** Forgets what nobody came back for. */
export const dropOldAuthorizations = async (tx: Ctx): Promise<void> => void (await tx.db(TABLE).whereRaw('until <= now()').delete());
