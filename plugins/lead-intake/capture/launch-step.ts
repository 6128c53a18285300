import type { LaunchStep } from '../../foundation/launch/contract.ts';

/** A pixel was seen on a website; asked of those who have a campaign with one. */
export const pixelStep: LaunchStep = {
  id: 'capture.launch',
  order: 50,
  for: ['agency', 'client'],
  address: '/campaign',
  async isDone(ctx) {
    const of = ctx.tenant.kind === 'agency' ? { agency_id: ctx.tenant.id } : { company_id: ctx.tenant.id };
    const any = (table: string) => async (): Promise<boolean> => (await ctx.db(table).where(of).first('campaign_id')) !== undefined;
    const [has, isSeen] = await ctx.together([any('capture_pixel'), any('capture_pixel_seen')]);
    return has ? isSeen : null;
  },
};
