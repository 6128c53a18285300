import type { Knex } from 'knex';

/** Hosts kept for a campaign. A flood of invented names pushes out the rarest, so those of the client's real sites stay. */
const MOST_KEPT = 50;
/** New names of one campaign between two writes, and campaigns altogether. */
const [MOST_NAMES, MOST_CAMPAIGNS] = [20, 2_000];

interface Campaign {
  campaignId: number;
  companyId: number;
}

/** Sums up which hosts were refused until they are written. */
export class RefusedHosts {
  #campaigns = new Map<number, { companyId: number; hosts: Map<string, number> }>();

  add({ campaignId, companyId }: Campaign, host: string): void {
    if (host === '') return;
    let of = this.#campaigns.get(campaignId);
    if (!of) {
      if (this.#campaigns.size >= MOST_CAMPAIGNS) return;
      this.#campaigns.set(campaignId, (of = { companyId, hosts: new Map() }));
    }
    const count = of.hosts.get(host) ?? 0;
    if (count > 0 || of.hosts.size < MOST_NAMES) of.hosts.set(host, count + 1);
  }

  async write(db: Knex): Promise<void> {
    if (this.#campaigns.size === 0) return;
    const rows = [...this.#campaigns].flatMap(([campaign_id, { companyId, hosts }]) =>
      [...hosts].map(([host, beacons]) => ({ campaign_id, company_id: companyId, host, beacons })),
    );
    this.#campaigns = new Map();
    await db.raw(
      `insert into capture_refused_host as r (campaign_id, company_id, host, beacons)
       select campaign_id, company_id, host, beacons from jsonb_to_recordset(?::jsonb) as g (campaign_id int, company_id int, host text, beacons bigint)
       order by campaign_id, host
       on conflict (campaign_id, host) do update set beacons = r.beacons + excluded.beacons, last_at = now()`,
      [JSON.stringify(rows)],
    );
    await db.raw(
      `delete from capture_refused_host where (campaign_id, host) in (
         select campaign_id, host from (
           select campaign_id, host, row_number() over (partition by campaign_id order by beacons desc, last_at desc) as place
           from capture_refused_host where campaign_id = any(?::int[])) ranked
         where place > ?)`,
      [[...new Set(rows.map((r) => r.campaign_id))], MOST_KEPT],
    );
  }
}

/** Forgets hosts that nobody sent from for a month. */
export const dropRefusedHosts = (db: Knex, now: Date): Promise<unknown> =>
  db('capture_refused_host')
    .where('last_at', '<', new Date(now.getTime() - 30 * 86_400_000))
    .delete();
