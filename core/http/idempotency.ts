import { type Ctx, Problem } from '../contract.ts';

/**
 * Runs the work once for a key, in the call's transaction; a repeat answers the first result, and one that comes at the
 * same time waits for it. The same key with another request is refused.
 */
export async function remembered(
  ctx: Ctx,
  operation: string,
  key: string,
  requestHash: Buffer,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (key.length > 255) throw new Problem(422, 'core.problem.idempotency-key');
  const at = { company_id: ctx.tenant.id, operation, key };
  const mine = await ctx
    .db('core_idempotency')
    .insert({ ...at, body_hash: requestHash })
    .onConflict(['company_id', 'operation', 'key'])
    .ignore()
    .returning('operation');
  if (mine.length === 0) {
    const row = (await ctx.db('core_idempotency').where(at).first()) as { body_hash: Buffer; answer: unknown } | undefined;
    if (!row || !row.body_hash.equals(requestHash)) throw new Problem(422, 'core.problem.idempotency-key');
    return row.answer;
  }
  const answer = await work();
  await ctx
    .db('core_idempotency')
    .where(at)
    .update({ answer: JSON.stringify(answer ?? null) });
  return answer;
}
