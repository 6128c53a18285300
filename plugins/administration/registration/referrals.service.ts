import { type Ctx, invalid, type Tenant } from '../../../core/contract.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { People } from '../../tenancy/people/contract.ts';

export interface Referrer {
  code: string;
  /** Whose code it is, as the person who was sent may read it. */
  name: string;
  salesAccountId: number | null;
  companyId: number | null;
}

/** Who sends people with this code to the host that was asked: a sales person of the root or one of its agencies. Null for an unknown code. */
export async function referrerOf(ctx: Ctx, code: string): Promise<Referrer | null> {
  const sales = ctx.has(People) ? await ctx.use(People).byReferralCode(code) : null;
  if (sales) return { code, name: sales.name, salesAccountId: sales.id, companyId: null };
  const row = (await ctx
    .db('registration_code as c')
    .join('core_public_company as t', 't.id', 'c.company_id')
    .whereNull('t.removed_at')
    .whereRaw('lower(c.code) = lower(?)', [code])
    .first('c.company_id', 't.name')) as { company_id: number; name: string } | undefined;
  return row ? { code, name: row.name, salesAccountId: null, companyId: row.company_id } : null;
}

/** As above for what a form sent; an unknown code answers 422 on `refcode`. */
export async function referrerFor(ctx: Ctx, code: string | undefined): Promise<Referrer | null> {
  if (!code?.trim()) return null;
  const referrer = await referrerOf(ctx, code.trim());
  if (!referrer) throw invalid('refcode', 'registration.problem.unknown-code');
  return referrer;
}

export async function noteOrigin(ctx: Ctx, agency: Tenant, from: Referrer): Promise<void> {
  await ctx
    .db('registration_origin')
    .insert({ company_id: agency.id, code: from.code, sales_account_id: from.salesAccountId, referrer_id: from.companyId });
}

/** The actor's own code: a sales person's is given to them with their account, an agency's with the agency. Empty for none. */
export async function ownCode(ctx: Ctx): Promise<string> {
  if (ctx.tenant.kind !== 'agency') return salesCode(ctx);
  const row = (await ctx.db('registration_code').where({ company_id: ctx.tenant.id }).first('code')) as { code: string };
  return row.code;
}

/** The signed-in sales person's, as `GET /user` says it. */
async function salesCode(ctx: Ctx): Promise<string> {
  for (const { of } of ctx.contributions(UserFields)) {
    const { salesRef } = await of(ctx);
    if (typeof salesRef === 'string') return salesRef;
  }
  return '';
}

/** The page at which whoever was sent registers an agency, on the root's own host. */
export async function linkOf(ctx: Ctx, code: string): Promise<string> {
  const { rootId } = ctx.tenant;
  return code && `${await ctx.origin({ id: rootId, agencyId: rootId, rootId, kind: 'root', name: '' })}/agency-register/${code}`;
}
