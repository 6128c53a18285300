import type { Knex } from 'knex';
import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** A pixel was seen on a website; asked of those who have a campaign with one. */
export const pixelStep: LaunchStep = {
  id: 'capture.launch',
  order: 50,
  for: ['agency', 'client'],
  address: '/campaign',
  async isDone(ctx) {
    const of = ctx.tenant.kind === 'agency' ? { agency_id: ctx.tenant.id } : { company_id: ctx.tenant.id };
    const one = (pixels: Knex.QueryBuilder): Promise<unknown> => pixels.where(of).first('campaign_id');
    const [any, seen] = await ctx.together([
      () => one(ctx.db('capture_pixel')),
      () => one(ctx.db('capture_pixel').whereNotNull('last_seen_at')),
    ]);
    return any ? seen !== undefined : null;
  },
};
