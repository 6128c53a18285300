import { type Ctx, invalid } from '../../core/contract.ts';

/** Alphanumeric with inner hyphens, up to 63 characters. */
export const SUBDOMAIN_PATTERN = '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$';

/** Names that belong to the platform or would mislead visitors and mail servers. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'api',
  'app',
  'assets',
  'auth',
  'autoconfig',
  'autodiscover',
  'billing',
  'blog',
  'cdn',
  'collect',
  'dev',
  'dns',
  'docs',
  'embed',
  'ftp',
  'help',
  'imap',
  'internal',
  'localhost',
  'login',
  'mail',
  'mta-sts',
  'mx',
  'ns1',
  'ns2',
  'pixel',
  'pop',
  'pop3',
  'postmaster',
  'root',
  'security',
  'smtp',
  'sso',
  'staging',
  'static',
  'status',
  'support',
  'system',
  'test',
  'webmail',
  'wpad',
  'www',
]);

/** Gives the agency its subdomain and the host that goes with it; throws 422 on the field when it is reserved or taken. */
export async function giveSubdomain(ctx: Ctx, agencyId: number, typed: string): Promise<void> {
  const label = typed.toLowerCase();
  // Punycode labels can look like somebody else's name.
  if (RESERVED.has(label) || label.startsWith('xn--')) throw invalid('DownlineSubDomain', 'agencies.problem.subdomain-reserved');
  const { rows } = (await ctx.db.raw('select agencies_set_subdomain(?, ?) as own', [agencyId, label])) as { rows: { own: boolean }[] };
  if (!rows[0]?.own) throw invalid('DownlineSubDomain', 'agencies.problem.subdomain-taken');
  await ctx.db('agencies_profile').where({ company_id: agencyId }).update({ subdomain: label });
}
