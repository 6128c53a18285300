import { type Ctx, Switches, type Tenant } from '../../../core/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { betaFeature } from '../../foundation/companies/shared.ts';
import type { AgencyState } from './contract.ts';

/** Gives a beta feature to all agencies that have no word of their own about it, or takes it back from them. */
export async function applyToAll(ctx: Ctx, key: string, on: boolean): Promise<void> {
  betaFeature(ctx, ctx.tenant, key);
  await ctx.use(Switches).grant(ctx.tenant, key, on ? true : null);
  await ctx.live(AGENCY_NEWS);
}

/** Grants a beta feature to one agency, keeps it off there whatever holds for the others, or lets it follow the others. */
export async function setBetaFeature(ctx: Ctx, agency: Tenant, key: string, state: AgencyState): Promise<void> {
  betaFeature(ctx, ctx.tenant, key);
  await ctx.use(Switches).grant(agency, key, state === 'inherit' ? null : state === 'on');
  await ctx.live(AGENCY_NEWS);
}
