import { randomBytes } from 'node:crypto';
import { type Ctx, Problem, type Tenant } from '../../../core/contract.ts';
import { SignIn } from '../../foundation/accounts/contract.ts';
import type { SignInLinksApi } from './contract.ts';
import { namesHost } from './developer.service.ts';
import { hashOf, keyById, type KeyRow } from './keys.store.ts';

const SECONDS = 60;
const unknownPerson = (): Problem =>
  new Problem(422, 'core.problem.invalid', { errors: [{ field: 'email', message: 'developer.problem.person' }] });

/** Makes a token that signs one person of the agency's clients in, once within a minute, on one host. Needs a transaction. */
export async function issueToken(
  ctx: Ctx,
  key: Pick<KeyRow, 'client_id' | 'company_id'>,
  email: string,
  subdomain: string | undefined,
): Promise<{ token: string; url: string }> {
  const { person, company } = await clientsPerson(ctx, key, email);
  const origin = new URL(await ctx.origin(company));
  const host = await hostOf(ctx, key.company_id, company.rootId, subdomain ?? origin.hostname);
  const token = randomBytes(32).toString('base64url');
  await ctx.db('developer_sso_token').where({ company_id: company.id }).whereRaw(`expires_at < now() - interval '1 day'`).delete();
  await ctx.db('developer_sso_token').insert({
    token_hash: hashOf(token),
    company_id: company.id,
    account_id: person.id,
    client_id: key.client_id,
    host: host.host,
    audience_id: host.tenant_id,
    expires_at: ctx.db.raw(`now() + interval '${SECONDS} seconds'`),
  });
  await ctx.audit({
    action: 'developer.sso-issued',
    description: 'Issued a sign-in token',
    companyId: company.id,
    target: email,
    detail: { client_id: key.client_id, host: host.host },
  });
  origin.hostname = host.host;
  const query = new URLSearchParams({ subdomain: host.host, token });
  return { token, url: `${origin.origin}/sso?${query}` };
}

/** A person of the agency's clients; throws 422 for anybody else. The agency's own people sign in themselves: a key must not be worth more. */
async function clientsPerson(
  ctx: Ctx,
  key: Pick<KeyRow, 'company_id'>,
  email: string,
): Promise<{ person: { id: number }; company: Tenant }> {
  for (const person of await ctx.use(SignIn).people(email)) {
    const company = await ctx.company(person.companyId);
    if (company?.kind === 'client' && company.agencyId === key.company_id) return { person, company };
  }
  throw unknownPerson();
}

/** A verified host of the agency, or of its root; throws 422 for any other. */
async function hostOf(ctx: Ctx, agencyId: number, rootId: number, asked: string): Promise<{ host: string; tenant_id: number }> {
  const hosts = (await ctx
    .db('core_public_host')
    .whereIn('tenant_id', [agencyId, rootId])
    .whereNotNull('verified_at')
    .whereRaw('(leaves_at is null or leaves_at > now())')
    .orderByRaw('tenant_id = ? desc, host', [agencyId])
    .select('host', 'tenant_id')) as { host: string; tenant_id: number }[];
  const found = hosts.find(({ host }) => namesHost(asked, host));
  if (!found) throw new Problem(422, 'core.problem.invalid', { errors: [{ field: 'subdomain', message: 'developer.problem.subdomain' }] });
  return found;
}

export interface SignedIn {
  accountId: number;
  result: { access_token: string } | { challenge: string; go: string };
}

/**
 * Uses a token up and signs its person in as a password would: a second factor that the account asks for is still owed. Null for a
 * token that is unknown, used, late, or meant for another host. Called outside of transactions.
 */
export async function signInByToken(ctx: Ctx, token: string, subdomain: string): Promise<SignedIn | null> {
  const used = await ctx.transaction(async (tx) => {
    // By one conditional update: of many that come with the same token, a single one gets in.
    const [row] = (await tx
      .db('developer_sso_token')
      .where({ token_hash: hashOf(token), audience_id: tx.host.id })
      .whereNull('used_at')
      .whereRaw('expires_at > now()')
      .update({ used_at: tx.now })
      .returning(['account_id', 'host', 'client_id', 'company_id'])) as {
      account_id: number;
      host: string;
      client_id: string;
      company_id: number;
    }[];
    const key = row && (await keyById(tx, row.client_id));
    const good = row && namesHost(subdomain, row.host) && key && !key.revoked_at && !key.suspended_at;
    if (row)
      await tx.audit({
        action: good ? 'developer.sso-used' : 'developer.sso-refused',
        description: 'Sign-in by token',
        companyId: row.company_id,
        detail: { client_id: row.client_id },
      });
    return good ? row.account_id : null;
  });
  if (used === null) return null;
  return { accountId: used, result: await ctx.use(SignIn).admit(used) };
}

/** The port's implementation for one call. */
export const signInLinksOf = (ctx: Ctx): SignInLinksApi => ({
  async make(clientId, email) {
    if (ctx.tenant.kind !== 'agency') throw unknownPerson();
    return { ...(await issueToken(ctx, { client_id: clientId, company_id: ctx.tenant.id }, email, undefined)), seconds: SECONDS };
  },
});
