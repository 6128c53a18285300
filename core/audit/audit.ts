import type { Knex } from 'knex';
import type { AuditInput } from '../contract.ts';
import type { Principal } from '../access/principal.ts';

/** Writes one audit row in the caller's transaction: who, as whom, from where, did what to which company. */
export async function writeAudit(db: Knex, who: Principal, entry: AuditInput): Promise<void> {
  const companyId = entry.companyId ?? who.tenant.id;
  if (companyId === 0) return; // the platform's own upkeep concerns no company
  who.trail.rows += 1;
  const actor = entry.by ?? who.actor;
  await db('core_audit').insert({
    company_id: companyId,
    action: entry.action,
    description: entry.description.slice(0, 1000),
    actor_id: actor.id,
    actor_name: who.program ? `${actor.name} (${who.program.name})` : actor.name,
    viewed_by: who.viewedBy?.id ?? null,
    user_type: actor.userType ?? who.actor.kind,
    ip: who.ip,
    request_id: who.requestId,
    target: entry.target ?? null,
    concerns_kind: entry.concerns?.kind ?? null,
    concerns_id: entry.concerns === undefined ? null : String(entry.concerns.id),
    detail: JSON.stringify({
      ...entry.detail,
      ...(entry.params ? { params: entry.params } : {}),
      ...(who.program ? { program: who.program.id } : {}),
    }),
  });
}
