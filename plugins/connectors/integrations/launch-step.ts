import type { LaunchStep } from '../../foundation/launch/contract.ts';
import { servedClients } from './destination-issue.ts';

/** Leads of at least one of the first campaigns are sent somewhere; asked once one runs. */
export const destinationStep: LaunchStep = {
  id: 'integrations.launch',
  order: 60,
  for: ['agency', 'client'],
  address: '/integrations',
  async isDone(ctx) {
    const open = () =>
      ctx.query('Campaign').whereIn('status', ['active', 'paused']).orderBy('id').limit(MOST_LOOKED_AT).select('company_id');
    const served = servedClients(ctx, () => ctx.db.raw('array ?', [open()]));
    const isServed = ctx.db.raw(served.map(() => 'exists (?)').join(' or '), served);
    const row = (await ctx.db.select({ isServed }).first()) as { isServed: boolean };
    return row.isServed;
  },
};
const MOST_LOOKED_AT = 5;
