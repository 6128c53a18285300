import { createHash, timingSafeEqual } from 'node:crypto';
import { type Ctx, Problem } from '../../../core/contract.ts';
import { hashOf, keyById, type KeyRow, noteUse } from './keys.store.ts';
import { modeOf } from './mode.store.ts';

const NOBODY = createHash('sha256').update('nobody').digest();
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One answer for an unknown, wrong, revoked or suspended key and for an agency whose mode is off. */
const refusedKey = (): Problem => new Problem(401, 'developer.problem.key');

/** The key behind the credentials of a call, of an agency that the request's host serves. Throws 401. Needs a transaction. */
export async function keyOf(ctx: Ctx, clientId: string, secret: string): Promise<KeyRow> {
  const key = UUID.test(clientId) ? await keyById(ctx, clientId) : undefined;
  const right = timingSafeEqual(key?.secret_hash ?? NOBODY, hashOf(secret));
  if (!key || !right || key.revoked_at || key.suspended_at) throw refusedKey();
  const mode = await modeOf(ctx, key.company_id);
  if (!mode.api_mode || !mode.agreed_at) throw refusedKey();
  await noteUse(ctx, key.client_id);
  return key;
}
