import type { Knex } from 'knex';
import { PLATFORM } from '../access/principal.ts';
import type { Tenant } from '../contract.ts';
import { TENANT_COLUMNS, type TenantRow, tenantOf } from '../data/tenant.ts';

const TTL_MS = 5_000;

/** Which company answers under a host name. An unknown host belongs to nobody and shows nobody's brand. */
export class Hosts {
  readonly #platform: Knex;
  #known = new Map<string, Tenant>();
  #readAt = 0;
  constructor(platform: Knex) {
    this.#platform = platform;
  }

  /** The owner of the request's `Host`; the neutral platform for a host that no company has. */
  async find(header: string | undefined): Promise<Tenant> {
    const host = hostName(header);
    if (host === null) return PLATFORM;
    if (Date.now() - this.#readAt > TTL_MS) await this.#read();
    return this.#known.get(host) ?? PLATFORM;
  }

  /** Forget what was read, e.g. after a change of hosts. */
  forget(): void {
    this.#readAt = 0;
  }

  async #read(): Promise<void> {
    const rows = (await this.#platform('core_host as h')
      .join('core_tenant as t', 't.id', 'h.tenant_id')
      .whereNull('t.removed_at')
      .whereNotNull('h.verified_at')
      .select('h.host', ...TENANT_COLUMNS.map((c) => `t.${c}`))) as (TenantRow & { host: string })[];
    this.#known = new Map(rows.map((r) => [r.host, tenantOf(r)]));
    this.#readAt = Date.now();
  }
}

/** The name of a `Host` header without its port, or null when it is not one. */
export function hostName(header: string | undefined): string | null {
  const match = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::\d{1,5})?\.?$/i.exec(header ?? '');
  return match ? match[1]!.toLowerCase() : null;
}
