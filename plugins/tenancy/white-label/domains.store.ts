import { type Ctx, HostsPort } from '../../../core/contract.ts';

export type DomainState = 'pending' | 'verified' | 'failed' | 'released';
/** What the last look did not find, or why the host cannot be given. */
export type DomainFault = 'txt' | 'cname' | 'taken' | 'dns';
export interface Claim {
  id: number;
  company_id: number;
  host: string;
  proof: string;
  state: DomainState;
  failures: number;
  fault: DomainFault | null;
  claimed_at: Date;
  checked_at: Date | null;
  verified_at: Date | null;
}

/** The claim of a company that counts now. */
export async function currentClaim(ctx: Ctx, companyId: number): Promise<Claim | undefined> {
  return (await ctx.db('white_label_domain').where({ company_id: companyId }).whereNot({ state: 'released' }).first()) as Claim | undefined;
}
export async function currentClaims(ctx: Ctx, companyIds: readonly number[]): Promise<Claim[]> {
  return (await ctx.db('white_label_domain').whereIn('company_id', companyIds).whereNot({ state: 'released' })) as Claim[];
}

/** Begins a claim, or begins it again for a host that the company had before. */
export async function putClaim(ctx: Ctx, companyId: number, host: string, proof: string): Promise<void> {
  const fresh = { proof, state: 'pending', failures: 0, fault: null, claimed_at: ctx.db.fn.now(), released_at: null, verified_at: null };
  await ctx
    .db('white_label_domain')
    .insert({ company_id: companyId, host, ...fresh, next_check_at: ctx.db.fn.now() })
    .onConflict(['company_id', 'host'])
    .merge({ ...fresh, next_check_at: ctx.db.fn.now() });
}

/** Lets go of a claim: one that was proven leaves a trace for as long as its host sends on. */
export async function releaseClaim(ctx: Ctx, claim: Claim, leavesAt: Date): Promise<void> {
  if (claim.state === 'verified') {
    await ctx.use(HostsPort).leave(claim.company_id, claim.host, leavesAt);
    await ctx
      .db('white_label_domain')
      .where({ id: claim.id })
      .update({ state: 'released', released_at: ctx.db.fn.now(), next_check_at: leavesAt });
  } else await ctx.db('white_label_domain').where({ id: claim.id }).delete();
}

/** Takes the claims of an agency that are due, for ten minutes: a second worker passes them by. */
export async function takeDueClaims(ctx: Ctx, agencyId: number): Promise<Claim[]> {
  const { rows } = (await ctx.db.raw(
    `update white_label_domain set next_check_at = now() + interval '10 minutes' where id in (
       select id from white_label_domain where company_id = ? and next_check_at <= now() order by id for update skip locked) returning *`,
    [agencyId],
  )) as { rows: Claim[] };
  return rows;
}

export async function noteCheck(
  ctx: Ctx,
  claim: Claim,
  result: { state: DomainState; failures: number; fault: DomainFault | null; nextSeconds: number },
): Promise<void> {
  const { nextSeconds, ...change } = result;
  await ctx
    .db('white_label_domain')
    .where({ id: claim.id })
    .update({
      ...change,
      checked_at: ctx.db.fn.now(),
      verified_at: change.state === 'verified' ? (claim.verified_at ?? ctx.db.fn.now()) : claim.verified_at,
      next_check_at: ctx.db.raw('now() + make_interval(secs => ?)', [nextSeconds]),
    });
}

export async function forgetClaim(ctx: Ctx, claim: Claim): Promise<void> {
  await ctx.db('white_label_domain').where({ id: claim.id }).delete();
}

/** The host that links to a company lead to now, and all the verified ones. */
export async function hostsOf(ctx: Ctx, companyId: number): Promise<{ host: string; canonical: boolean; is_custom: boolean }[]> {
  return (await ctx
    .db('core_public_host')
    .where({ tenant_id: companyId })
    .whereNotNull('verified_at')
    .whereNull('leaves_at')
    .orderBy([{ column: 'canonical', order: 'desc' }, { column: 'is_custom' }, { column: 'host' }])
    .select('host', 'canonical', 'is_custom')) as { host: string; canonical: boolean; is_custom: boolean }[];
}

/** Every host that a company has, or had a short time ago: whose name others may not use. */
export async function everyHost(ctx: Ctx): Promise<{ host: string; tenant_id: number; is_custom: boolean }[]> {
  return (await ctx
    .db('core_public_host')
    .whereNotNull('verified_at')
    .where('free_at', '>', ctx.db.fn.now())
    .select('host', 'tenant_id', 'is_custom')) as {
    host: string;
    tenant_id: number;
    is_custom: boolean;
  }[];
}

/** Keeps the label under which an agency answers at its root's host. */
export async function putSubdomain(ctx: Ctx, agencyId: number, label: string): Promise<void> {
  await ctx.db('white_label_subdomain').insert({ company_id: agencyId, label }).onConflict('company_id').merge();
}

/** The labels of agencies, by their number; those without one are left out. */
export async function subdomainsOf(ctx: Ctx, agencyIds: readonly number[]): Promise<Map<number, string>> {
  const rows = (await ctx
    .db('white_label_subdomain')
    .whereIn('company_id', [...agencyIds])
    .select('company_id', 'label')) as { company_id: number; label: string }[];
  return new Map(rows.map((row) => [row.company_id, row.label]));
}
