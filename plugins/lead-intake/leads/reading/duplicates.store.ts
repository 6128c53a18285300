import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { EarlierLead, PersonWindow } from '../contract.ts';
import { FLOOR_WINDOW, FOR_EVER, WINDOWS } from '../intake/claims.store.ts';

/**
 * For each of the leads the oldest other one of its client that was the same person already: in the window of its campaign (or of the
 * whole client), or within the day in which a client never pays for somebody twice. By the later lead's id.
 */
export async function earlierLeads(ctx: Ctx, leads: readonly PersonWindow[]): Promise<Map<string, EarlierLead>> {
  if (leads.length === 0) return new Map();
  const { rows } = (await ctx.db.raw(
    `select l.id, e.id as earlier, e.created_at
     from unnest(?::uuid[], ?::text[], ?::boolean[]) as g (id, span, whole)
     join leads_lead l on l.id = g.id and not l.is_test
     cross join lateral (
       select e.id, e.created_at from leads_lead e
       where e.company_id = l.company_id and e.person_key = l.person_key and not e.is_test and (e.created_at, e.id) < (l.created_at, l.id)
         and (e.created_at > l.created_at - interval '${FLOOR_WINDOW}'
           or (g.whole or e.campaign_id = l.campaign_id) and (g.span = '${FOR_EVER}' or e.created_at > l.created_at - g.span::interval))
       order by e.created_at, e.id limit 1) e`,
    [
      leads.map((l) => l.id),
      leads.map((l) => WINDOWS[l.window] ?? FOR_EVER),
      leads.map((l) => l.wholeClient),
    ] as unknown as Knex.RawBinding[],
  )) as { rows: { id: string; earlier: string; created_at: Date }[] };
  return new Map(rows.map((r) => [r.id, { id: r.earlier, createdAt: r.created_at }]));
}
