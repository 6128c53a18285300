import { type Ctx, notFound, Switches, type Tenant } from '../../../core/contract.ts';
import { AGENCY_NEWS, type Erasure, type SalesAssignment } from '../../foundation/companies/contract.ts';
import { agencies, introduceAgency } from './agencies.store.ts';
import type { AgenciesApi, AgencyState } from './contract.ts';
import { refuseModuleWhileActive } from './module-effects.ts';
import { agencyOf, switchModule } from './selections.service.ts';

/** The port's implementation for one call. */
export const agenciesOf = (ctx: Ctx): AgenciesApi => ({
  async introduce(agencyId, by) {
    await introduceAgency(ctx, agencyId, by);
    await ctx.live(AGENCY_NEWS);
  },
  async grant(agencyId, key, state) {
    const agency = await agencyOf(ctx, agencyId, 'update');
    const on = stateAfter(ctx, agency, key, state);
    if (!on) await refuseModuleWhileActive(ctx, agency, key);
    await switchModule(ctx, agency, key, state === 'inherit' ? null : on);
    await ctx.live(AGENCY_NEWS);
  },
});

/** Whether the agency has it once root has said so; throws 404 for a key that nothing has. */
function stateAfter(ctx: Ctx, agency: Tenant, key: string, state: AgencyState): boolean {
  if (state !== 'inherit') return state === 'on';
  const of = (company: Tenant) =>
    ctx
      .use(Switches)
      .list(company)
      .find((known) => known.key === key);
  const known = of(ctx.tenant);
  if (!known || !of(agency)) throw notFound();
  return known.granted;
}

/** Sales people and operators look after those agencies that they may see. */
export const looksAfter: SalesAssignment = async (ctx, agencyId) => (await agencies.find(ctx, agencyId, 'look-after')) !== undefined;

/** The place of the agency in the books stays. */
export const eraseProfile: Erasure = async (ctx, companyId) => {
  await ctx.db('agencies_profile').where({ company_id: companyId }).update({ phone: '', extra: '{}' });
};
