import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** A pixel was seen on a website; asked of those who have a campaign with one. */
export const pixelStep: LaunchStep = {
  id: 'capture.launch',
  order: 50,
  for: ['agency', 'client'],
  address: '/campaign',
  async isDone(ctx) {
    const of = ctx.tenant.kind === 'agency' ? { agency_id: ctx.tenant.id } : { company_id: ctx.tenant.id };
    const row = (await ctx.db('capture_pixel').where(of).select(ctx.db.raw('bool_or(last_seen_at is not null) as seen')).first()) as {
      seen: boolean | null;
    };
    return row.seen;
  },
};
