import type { Knex } from 'knex';
import { PLATFORM } from '../access/principal.ts';
import type { Tenant } from '../contract.ts';
import { TENANT_COLUMNS, type TenantRow, tenantOf } from '../data/tenant.ts';

const TTL_MS = 5_000;

interface Known {
  tenant: Tenant;
  /** Where a host that its company gave up sends its visitors. */
  movedTo: string | null;
}
type HostRow = TenantRow & { host: string; canonical: boolean; is_custom: boolean; leaves_at: Date | null };

/** Which company answers under a host name. An unknown host belongs to nobody and shows nobody's brand. */
export class Hosts {
  readonly #platform: Knex;
  #known = new Map<string, Known>();
  #readAt = 0;
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

  /** Forget what was read, e.g. after a change of hosts. */
  forget(): void {
    this.#readAt = 0;
  }

  async #look(header: string | undefined): Promise<Known | undefined> {
    const host = hostName(header);
    if (host === null) return undefined;
    if (Date.now() - this.#readAt > TTL_MS) await this.#read();
    return this.#known.get(host);
  }

  async #read(): Promise<void> {
    const rows = (await this.#platform('core_host as h')
      .join('core_tenant as t', 't.id', 'h.tenant_id')
      .whereNull('t.removed_at')
      .whereNotNull('h.verified_at')
      .whereRaw('(h.leaves_at is null or h.leaves_at > now())')
      .select('h.host', 'h.canonical', 'h.is_custom', 'h.leaves_at', ...TENANT_COLUMNS.map((c) => `t.${c}`))) as HostRow[];
    // The same order as for links: a domain of the company's own first.
    const present = new Map<number, string>();
    const staying = rows.filter((r) => r.canonical && r.leaves_at === null);
    for (const r of staying.sort((a, b) => Number(a.is_custom) - Number(b.is_custom))) present.set(r.id, r.host);
    this.#known = new Map(
      rows.map((r) => {
        const tenant = tenantOf(r);
        return [r.host, { tenant, movedTo: r.leaves_at ? (present.get(tenant.id) ?? present.get(tenant.rootId) ?? null) : null }];
      }),
    );
    this.#readAt = Date.now();
  }
}

/** The name of a `Host` header without its port, or null when it is not one. */
export function hostName(header: string | undefined): string | null {
  const match = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::\d{1,5})?\.?$/i.exec(header ?? '');
  return match ? match[1]!.toLowerCase() : null;
}
