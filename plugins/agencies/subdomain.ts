import type { Ctx } from '../../core/contract.ts';
import { Domains } from '../white-label/contract.ts';

/** Alphanumeric with inner hyphens, up to 63 characters. */
export const SUBDOMAIN_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$';

/** Gives the agency its subdomain and the host that goes with it; throws 422 on the field when it is reserved or taken. */
export async function giveSubdomain(ctx: Ctx, agencyId: number, typed: string): Promise<void> {
  const subdomain = await ctx.use(Domains).giveSubdomain(agencyId, typed, 'DownlineSubDomain');
  await ctx.db('agencies_profile').where({ company_id: agencyId }).update({ subdomain });
}
