import type { Pool } from 'pg';
import type { Config } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { type RunningKernel, startKernel } from '../../core/boot/start.ts';
import type { Tenant } from '../../core/contract.ts';
import { openRawPool } from '../../core/data/knex.ts';
import { cloneTemplate, prepareTemplate, testConfig } from '../../core/testing/template.ts';
import { makeFixtures, type Fixtures } from '../../core/testing/fixtures.ts';

/** A database of its own with the product's schema, the fixtures of tests, and the product's kernel over it. */
export interface Installation {
  url: string;
  kernel: RunningKernel;
  fixtures: Fixtures;
  /** The superuser's connections: for making data, and for the limit, which no RLS policy holds. */
  owner: Pool;
  remove(): Promise<void>;
}

let template: Promise<void> | null = null;

export async function install(adminUrl: string, config: Partial<Config> = {}): Promise<Installation> {
  await (template ??= prepareTemplate(adminUrl));
  const { url, drop } = await cloneTemplate(adminUrl);
  const kernel = await startKernel(testConfig(url, { poolSize: 16, ...config }), await loadPlugins(INSTALLED));
  const fixtures = await makeFixtures(kernel);
  await kernel.features.refresh();
  const owner = openRawPool({ url, max: 16, name: 'bench', scope: 'platform', statementTimeoutMs: 600_000 });
  return {
    url,
    kernel,
    fixtures,
    owner,
    async remove() {
      await Promise.all([owner.end(), kernel.close()]);
      await drop();
    },
  };
}

/** The columns by which a row says whose it is, as SQL. */
export const ownerOf = (t: Tenant): string => `${t.id}, ${t.agencyId}, ${t.rootId}`;

/**
 * Runs SQL that makes much data, without the triggers and key checks that guard single rows: what it writes states all that they
 * would have filled in.
 */
export async function fill(owner: Pool, sql: string): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(`set session_replication_role = replica; set statement_timeout = 0; set maintenance_work_mem = '512MB'; ${sql}`);
  } finally {
    client.release(true);
  }
}

/** An active campaign of a client; answers its id. */
export async function addCampaign(owner: Pool, client: Tenant, name: string): Promise<number> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into campaigns_campaign (company_id, product, name, status, timezone, retail_cents, active_retail_cents, require_email, nationwide)
     values ($1, 'local', $2, 'active', 'America/Chicago', 150, 150, true, true) returning id`,
    [client.id, name],
  );
  return rows[0]!.id;
}

/** A count from the environment, e.g. `BENCH_PEOPLE=5000000`. */
export function sizeOf(name: string, usual: number): number {
  const given = Number(process.env[name] ?? usual);
  if (!Number.isInteger(given) || given <= 0) throw new Error(`${name} must be a whole number above zero.`);
  return given;
}

/** SQL that gives an agency a data wallet which holds so many cents. */
export const walletSql = (agency: Tenant, cents: string): string => `
  insert into wallet_state (company_id, agency_id, root_id, last_balance_cents, manual_bill) values (${ownerOf(agency)}, ${cents}, true);
  insert into ledger_account (kind, company_id, agency_id, root_id) select kind, ${ownerOf(agency)} from unnest('{wallet,revenue,payable,cost,cash}'::text[]) kind;
  insert into ledger_balance (account_id, kind, balance_cents, floor_cents, company_id, agency_id, root_id)
    select id, kind, ${cents}, 0, ${ownerOf(agency)} from ledger_account where company_id = ${agency.id} and kind = 'wallet';
  insert into core_switch (company_id, agency_id, root_id, key, is_on) values (${ownerOf(agency)}, 'wallet.data_wallet', true);`;
