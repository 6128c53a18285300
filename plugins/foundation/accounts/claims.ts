import { type Ctx, invalid } from '../../../core/contract.ts';

/** What a browser says about where it is. */
export interface Claimed {
  domainName?: string;
  ownedcompanyid?: string | number;
  companyrootid?: string | number;
  idsys?: string | number;
}

/**
 * Throws 422 when a browser believes that it talks to another company than the request's host belongs to: the same address may be
 * somebody's in both. What is left out or empty claims nothing. To be called outside of transactions.
 */
export async function refuseForeignClaims(ctx: Ctx, claimed: Claimed): Promise<void> {
  const { host } = ctx;
  const own = { ownedcompanyid: host.id, companyrootid: host.rootId, idsys: host.rootId };
  for (const [field, id] of Object.entries(own) as [keyof typeof own, number][]) {
    const said = String(claimed[field] ?? '').trim();
    if (said !== '' && said !== String(id)) throw invalid(field, 'accounts.login.foreign-claim');
  }
  const name = (claimed.domainName ?? '')
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '');
  if (name !== '' && !(await ctx.transaction((tx) => isHostOf(tx, name, host.id))))
    throw invalid('domainName', 'accounts.login.foreign-claim');
}

const isHostOf = async (ctx: Ctx, name: string, companyId: number): Promise<boolean> =>
  (await ctx.db('core_public_host').where({ host: name, tenant_id: companyId }).whereNotNull('verified_at').first('host')) !== undefined;
