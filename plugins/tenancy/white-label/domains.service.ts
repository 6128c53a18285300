import { randomBytes } from 'node:crypto';
import { type Ctx, HostsPort, invalid, type Tenant } from '../../../core/contract.ts';
import type { DomainsApi } from './contract.ts';
import {
  type Claim,
  currentClaim,
  currentClaims,
  everyHost,
  hostsOf,
  putClaim,
  putSubdomain,
  releaseClaim,
  subdomainsOf,
} from './domains.store.ts';
import { FormerHosts } from './former-hosts.routes.ts';
import { domainFault, imitates, subdomainFault, tidyHost } from './host-rules.ts';

/** Under this label of the claimed domain the proof is looked for. */
export const PROOF_LABEL = '_domain-proof';
/** Hosts of one company at a time, those that it gave up and that still send on among them. */
const MOST_HOSTS = 10;
const DAY_MS = 24 * 3600_000;

/** The port's implementation for one call. */
export const domainsOf = (ctx: Ctx): DomainsApi => ({
  async giveSubdomain(agencyId, typed, field) {
    const label = typed.trim().toLowerCase();
    const fault = subdomainFault(label);
    if (fault) throw invalid(field, `white-label.problem.subdomain-${fault}`);
    await refuseHost(ctx, agencyId, label, field);
    const { days } = await ctx.setting(FormerHosts);
    if (!(await ctx.use(HostsPort).takeSubdomain(agencyId, label, days))) throw invalid(field, 'white-label.problem.subdomain-taken');
    await putSubdomain(ctx, agencyId, label);
    return label;
  },
  claimDomain: (agency, typed, field) => claimDomain(ctx, agency, typed, field),
  subdomainsOf: (agencyIds) => subdomainsOf(ctx, agencyIds),
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
    await refuseHost(ctx, agency.id, host, field);
  }
  if (present) await releaseClaim(ctx, present, new Date(ctx.now.getTime() + (await ctx.setting(FormerHosts)).days * DAY_MS));
  if (host !== '') await putClaim(ctx, agency.id, host, randomBytes(24).toString('base64url'));
  if (!present && host === '') return;
  await ctx.audit({
    action: host ? 'white-label.domain-claimed' : 'white-label.domain-released',
    companyId: agency.id,
    description: host ? `Domain ${host} claimed` : `Domain ${present!.host} given up`,
    target: host || present!.host,
  });
}

/**
 * Throws 422 when the company has enough hosts, or when the name can be taken for another company's and it is not the root that gives
 * it: the root knows both, visitors do not. A name that is simply taken is told as that elsewhere.
 */
async function refuseHost(ctx: Ctx, companyId: number, wanted: string, field: string): Promise<void> {
  const all = await everyHost(ctx);
  const isWanted = (h: { host: string; is_custom: boolean }): boolean =>
    h.host === wanted || (!h.is_custom && !wanted.includes('.') && h.host.startsWith(`${wanted}.`));
  const own = all.filter((h) => h.tenant_id === companyId);
  if (own.some(isWanted)) return;
  if (own.length >= MOST_HOSTS) throw invalid(field, 'white-label.problem.hosts-many', { limit: MOST_HOSTS });
  if (ctx.tenant.kind === 'root') return;
  const others = all.filter((h) => h.tenant_id !== companyId && !isWanted(h));
  if (others.some((h) => imitates(wanted, h))) throw invalid(field, 'white-label.problem.host-imitates');
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
