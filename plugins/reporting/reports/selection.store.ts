import type { Knex } from 'knex';
import { type Ctx, notFound } from '../../../core/contract.ts';

/** As many as a request can name; whoever wants more narrows the list and takes all of it. */
export const MOST_SELECTED = 2_000;

/** Keeps which leads the caller selected, in place of those selected before; answers the selection's id. */
export async function keepSelection(ctx: Ctx, leadIds: readonly string[]): Promise<string> {
  const { rows } = (await ctx.db.raw(
    `insert into reports_selection (account_id, company_id, lead_ids) values (?, ?, ?::uuid[])
     on conflict (account_id) do update set id = gen_random_uuid(), company_id = excluded.company_id, lead_ids = excluded.lead_ids
     returning id`,
    [ctx.actor.id, ctx.tenant.id, leadIds as unknown as Knex.RawBinding],
  )) as { rows: [{ id: string }] };
  return rows[0].id;
}

/** The leads of the caller's selection. Throws 404 once they selected others. */
export async function selectedLeads(ctx: Ctx, id: string): Promise<string[]> {
  const row = (await ctx.db('reports_selection').where({ id, account_id: ctx.actor.id }).first('lead_ids')) as
    | { lead_ids: string[] }
    | undefined;
  if (!row) throw notFound();
  return row.lead_ids;
}
