import type { Ctx } from '../../../core/contract.ts';
import { CONNECTOR_GONE } from './connection-states.ts';
import { releaseHeld, settle } from './connection-state.store.ts';

/** What stands in sight of the caller's company, whose connector is published in another version, or again. See `IntegrationsApi`. */
export async function publishedAgain(tx: Ctx, connector: string, required: readonly string[], remedy: string): Promise<number> {
  const lacking = (await tx
    .db('integrations_connection')
    .where({ connector })
    .whereRaw('not jsonb_exists_all(config || secrets, ?::text[])', [required as never])
    .where((waits) => waits.whereIn('state', ['untested', 'ok', 'failing']).orWhere({ last_result: CONNECTOR_GONE }))
    .orderBy('id')
    .forUpdate()
    .select('id', 'company_id as company')) as { id: number; company: number }[];
  for (const { id } of lacking) {
    await settle(tx, id, { state: 'reauthorise', remedy });
    // What a call that is under way says is of the version before.
    await tx
      .db('integrations_connection')
      .where({ id })
      .update({ revision: tx.db.raw('revision + 1'), last_result: '', told_at: null });
  }
  const waiting = (await tx
    .db('integrations_connection')
    .where({ connector })
    .whereRaw('jsonb_exists_all(config || secrets, ?::text[])', [required as never])
    .where((waits) => waits.where({ state: 'held', last_result: CONNECTOR_GONE }).orWhere({ state: 'reauthorise', remedy }))
    .orderBy('id')
    .forUpdate()
    .select('id', 'company_id as company')) as { id: number; company: number }[];
  for (const { id } of waiting) {
    await tx.db('integrations_connection').where({ id }).update({ state: 'untested', remedy: '', last_result: '', told_at: null });
    await releaseHeld(tx, id);
  }
  for (const company of new Set([...lacking, ...waiting].map((row) => row.company))) await tx.live('integrations', company);
  return lacking.length;
}
