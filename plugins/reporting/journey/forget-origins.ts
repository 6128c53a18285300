import type { Ctx } from '../../../core/contract.ts';

/** The leads by day, and by the page and the source that their first visit names. */
const NAMED = `
  select l.campaign_id, l.company_id, l.agency_id, l.root_id, l.day, t.kind, t.name, count(*)::int as leads
  from journey_lead l cross join lateral journey_origins(l.first_touch) t
  where l.lead_id = any(:leads::uuid[]) and t.name <> '' group by 1, 2, 3, 4, 5, 6, 7`;

/** Where these leads came from and to is counted as unknown: the address of a page can be one person's own. To be called before their visits are emptied. */
export async function forgetOrigins(ctx: Ctx, leads: readonly string[]): Promise<void> {
  const bindings = { leads } as never;
  await ctx.db.raw(
    `insert into journey_origin as o (campaign_id, company_id, agency_id, root_id, day, kind, name, leads)
     select campaign_id, company_id, agency_id, root_id, day, kind, '', sum(leads) from (${NAMED}) n group by 1, 2, 3, 4, 5, 6 order by 1, 5, 6
     on conflict (campaign_id, day, kind, name) do update set leads = o.leads + excluded.leads`,
    bindings,
  );
  await ctx.db.raw(
    `update journey_origin o set leads = o.leads - n.leads from (${NAMED}) n
     where o.campaign_id = n.campaign_id and o.day = n.day and o.kind = n.kind and o.name = n.name`,
    bindings,
  );
  await ctx.db('journey_origin').where('leads', '<=', 0).delete();
}
