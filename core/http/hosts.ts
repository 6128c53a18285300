import type { Knex } from 'knex';
import { PLATFORM } from '../access/principal.ts';
import type { Tenant } from '../contract.ts';
import { TENANT_COLUMNS, type TenantRow, tenantOf } from '../data/tenant.ts';

const TTL_MS = 5_000;
/** Names that are remembered; strangers can ask for as many as they like. */
const MOST = 10_000;

interface Known {
  tenant: Tenant;
  /** Where a host that its company gave up sends its visitors. */
  movedTo: string | null;
}

/** Which company answers under a host name. An unknown host belongs to nobody and shows nobody's brand. */
export class Hosts {
  readonly #platform: Knex;
  readonly #known = new Map<string, { readAt: number; owner: Promise<Known | null> }>();
  constructor(platform: Knex) {
    this.#platform = platform;
  }

  /** The owner of the request's `Host`; the neutral platform for a host that no company has. */
  async find(header: string | undefined): Promise<Tenant> {
    return (await this.#look(header))?.tenant ?? PLATFORM;
  }

  /** The host that took the place of the request's, or null. */
  async movedTo(header: string | undefined): Promise<string | null> {
    return (await this.#look(header))?.movedTo ?? null;
  }

  /** Forgets the hosts of a company, of those below it, and of nobody, or with null all: something of them may have changed. */
  async forget(companyId: number | null): Promise<void> {
    for (const [host, { owner }] of this.#known) {
      const tenant = companyId === null ? undefined : (await owner.catch(() => null))?.tenant;
      if (!tenant || [tenant.id, tenant.rootId].includes(companyId!)) this.#known.delete(host);
    }
  }

  async #look(header: string | undefined): Promise<Known | null> {
    const host = hostName(header);
    if (host === null) return null;
    const known = this.#known.get(host);
    if (known && Date.now() - known.readAt <= TTL_MS) return known.owner;
    if (this.#known.size >= MOST) this.#known.clear();
    const owner = this.#read(host);
    this.#known.set(host, { readAt: Date.now(), owner });
    owner.catch(() => this.#known.delete(host));
    return owner;
  }

  async #read(host: string): Promise<Known | null> {
    // In the order of links: the company's own before the root's, and a domain of its own before its subdomain.
    const { rows } = (await this.#platform.raw(
      `select ${TENANT_COLUMNS.map((column) => `t.${column}`).join(', ')},
         case when h.leaves_at is not null then (
           select p.host from core_host p where p.tenant_id in (t.id, t.root_id) and p.canonical and p.verified_at is not null and p.leaves_at is null
           order by p.tenant_id = t.id desc, p.is_custom desc, p.host limit 1) end as moved_to
       from core_host h join core_tenant t on t.id = h.tenant_id and t.removed_at is null
       where h.host = ? and h.verified_at is not null and (h.leaves_at is null or h.leaves_at > now())`,
      [host],
    )) as { rows: (TenantRow & { moved_to: string | null })[] };
    return rows[0] ? { tenant: tenantOf(rows[0]), movedTo: rows[0].moved_to } : null;
  }
}

/** The name of a `Host` header without its port, or null when it is not one. */
export function hostName(header: string | undefined): string | null {
  const match = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::\d{1,5})?\.?$/i.exec(header ?? '');
  return match ? match[1]!.toLowerCase() : null;
}
