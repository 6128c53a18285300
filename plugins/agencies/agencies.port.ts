import type { Ctx } from '../../core/contract.ts';
import { AGENCY_NEWS, type Erasure, type SalesAssignment } from '../companies/contract.ts';
import { agencies, introduceAgency } from './agencies.store.ts';
import type { AgenciesApi } from './contract.ts';

/** The port's implementation for one call. */
export const agenciesOf = (ctx: Ctx): AgenciesApi => ({
  async introduce(agencyId, by) {
    await introduceAgency(ctx, agencyId, by);
    await ctx.live(AGENCY_NEWS);
  },
});

/** Sales people and operators look after those agencies that they may see. */
export const looksAfter: SalesAssignment = async (ctx, agencyId) => (await agencies.find(ctx, agencyId, 'look-after')) !== undefined;

/** The place of the agency in the books stays. */
export const eraseProfile: Erasure = async (ctx, companyId) => {
  await ctx.db('agencies_profile').where({ company_id: companyId }).update({ phone: '', extra: '{}' });
};
