import type { Tenant } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** The origin for links to a company's people: its agency's verified canonical host, else its root's, else the configured one. */
export async function originOf(kernel: Pick<Kernel, 'platform' | 'config'>, of: Tenant): Promise<string> {
  const rows = (await kernel
    .platform('core_host')
    .whereIn('tenant_id', [of.agencyId, of.rootId])
    .where({ canonical: true })
    .whereNotNull('verified_at')
    .orderByRaw('tenant_id = ? desc, is_custom desc, host', [of.agencyId])
    .limit(1)
    .select('host')) as { host: string }[];
  const origin = new URL(kernel.config.publicOrigin);
  if (rows[0]) origin.hostname = rows[0].host;
  return origin.origin;
}
