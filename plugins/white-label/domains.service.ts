import { randomBytes } from 'node:crypto';
import { type Ctx, invalid, type Tenant } from '../../core/contract.ts';
import type { DomainsApi } from './contract.ts';
import { type Claim, currentClaim, currentClaims, hostsOf, putClaim, releaseClaim } from './domains.store.ts';
import { domainFault, subdomainFault, tidyHost } from './host-rules.ts';

/** For how long a host that was given up sends on, and stays out of others' hands. */
export const LEAVING_DAYS = 90;
/** Under this label of the claimed domain the proof is looked for. */
export const PROOF_LABEL = '_domain-proof';
const DAY_MS = 24 * 3600_000;

/** The port's implementation for one call. */
export const domainsOf = (ctx: Ctx): DomainsApi => ({
  async giveSubdomain(agencyId, typed, field) {
    const label = typed.trim().toLowerCase();
    const fault = subdomainFault(label);
    if (fault) throw invalid(field, `white-label.problem.subdomain-${fault}`);
    const { rows } = (await ctx.db.raw('select agencies_set_subdomain(?, ?) as own', [agencyId, label])) as {
      rows: { own: boolean | null }[];
    };
    if (!rows[0]?.own) throw invalid(field, 'white-label.problem.subdomain-taken');
    return label;
  },
  claimDomain: (agency, typed, field) => claimDomain(ctx, agency, typed, field),
  async domainsOf(agencyIds) {
    const claims = await currentClaims(ctx, agencyIds);
    return new Map(claims.map((c) => [c.company_id, { domain: c.host, state: c.state as 'pending' | 'verified' | 'failed' }]));
  },
});

async function claimDomain(ctx: Ctx, agency: Tenant, typed: string, field: string): Promise<void> {
  const host = tidyHost(typed);
  const present = await currentClaim(ctx, agency.id);
  if (present?.host === host) return;
  if (host !== '') {
    const fault = domainFault(
      host,
      (await hostsOf(ctx, agency.rootId)).map((h) => h.host),
    );
    if (fault) throw invalid(field, `white-label.problem.domain-${fault}`);
  }
  if (present) await releaseClaim(ctx, present, new Date(ctx.now.getTime() + LEAVING_DAYS * DAY_MS));
  if (host !== '') await putClaim(ctx, agency.id, host, randomBytes(24).toString('base64url'));
  if (!present && host === '') return;
  await ctx.audit({
    action: host ? 'white-label.domain-claimed' : 'white-label.domain-released',
    companyId: agency.id,
    description: host ? `Domain ${host} claimed` : `Domain ${present!.host} given up`,
    target: host || present!.host,
  });
}

/** The records that the owner of a domain sets at its name server. Any of `targets` will do for the CNAME. */
export interface Instructions {
  txtName: string;
  txtValue: string;
  cnameName: string;
  targets: string[];
}
export async function instructionsOf(ctx: Ctx, claim: Claim, rootId: number): Promise<Instructions> {
  const own = (await hostsOf(ctx, claim.company_id)).filter((h) => !h.is_custom).map((h) => h.host);
  const root = (await hostsOf(ctx, rootId)).filter((h) => h.canonical).map((h) => h.host);
  return { txtName: `${PROOF_LABEL}.${claim.host}`, txtValue: claim.proof, cnameName: claim.host, targets: [...own, ...root] };
}
