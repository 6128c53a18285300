import type { Knex } from 'knex';
import { openPool } from '../../../core/data/knex.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { FORGET_SUMS } from '../../../plugins/lead-intake/leads/sums.store.ts';
import { billClients } from './bills.ts';
import { collectLeads, openBooks, postAll } from './books.ts';
import { writeJourneys } from './journeys.ts';
import { countLeads, makeLeads, writeLeads } from './leads.ts';
import { campaignsOf, DAY_MS, DAYS, type HistoryCampaign, planCampaigns, planSessions, type Stretch } from './plan.ts';
import { headDocuments } from './papers.ts';
import { giveBackLeads } from './returns.ts';
import { coverLeads, dateBack, deliver, noteInLog } from './surroundings.ts';
import { holdCrowd, planVisits, writeVisits } from './visits.ts';
import { fundWallets } from './wallet.ts';

/** The zone in which the demo's agencies bill. */
const ZONE = 'America/Chicago';

/** The ninety days that end now. */
export function stretchTo(now: Date): Stretch {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const origin = new Date(today - (DAYS - 1) * DAY_MS);
  return { origin, from: origin, to: now };
}

/** As the owner of the tables, in one transaction: a history is there as a whole or not at all. */
async function asOwner(kernel: Kernel, work: (trx: Knex.Transaction) => Promise<void>): Promise<void> {
  const pool = openPool({ url: kernel.config.databaseUrl, max: 1, name: 'demo-history', scope: 'platform', statementTimeoutMs: 120_000 });
  try {
    await pool.transaction(async (trx) => {
      await work(trx);
      // Counters of earlier days are written at once here, not as they are counted.
      await trx.raw(FORGET_SUMS);
    });
  } finally {
    await pool.destroy();
  }
}

/** Visits, leads, their money and what led to them. Before the campaigns run, or while the product serves: counters are moved last. */
async function layLeads(trx: Knex.Transaction, campaigns: readonly HistoryCampaign[], stretch: Stretch): Promise<void> {
  await planCampaigns(trx, campaigns);
  await planSessions(trx, stretch);
  await makeLeads(trx);
  await planVisits(trx, stretch);
  await writeLeads(trx, stretch);
  await writeVisits(trx, stretch);
  await writeJourneys(trx, stretch);
  await openBooks(trx);
  await fundWallets(trx);
  await collectLeads(trx);
  await postAll(trx);
  await countLeads(trx);
}

/** What people and companies did in the stretch, for campaigns that do not run yet. */
export async function layHistory(kernel: Kernel, stretch: Stretch): Promise<void> {
  const campaigns = await campaignsOf(kernel, { running: false });
  await asOwner(kernel, (trx) => layLeads(trx, campaigns, stretch));
}

/** What follows from it once the campaigns run: bills and their payments, returns, deliveries, and what waits for a person. */
export async function settleHistory(kernel: Kernel, stretch: Stretch): Promise<void> {
  const campaigns = await campaignsOf(kernel, { running: false });
  await asOwner(kernel, async (trx) => {
    await planCampaigns(trx, campaigns);
    await dateBack(trx, stretch);
    await openBooks(trx);
    const credits = await giveBackLeads(trx, stretch.to, ZONE);
    await billClients(trx, stretch, ZONE, credits);
    await headDocuments(trx);
    await postAll(trx);
    await deliver(trx, stretch);
    await coverLeads(trx, stretch);
    await holdCrowd(trx, stretch);
    await noteInLog(trx, stretch);
  });
}

/**
 * The days that have passed since the last ones were laid, of what still runs; the product itself bills and pays them. `noted` is awaited just before all
 * of it is kept: days that are missing after a crash do no harm, days that are laid twice would.
 */
export async function extendHistory(kernel: Kernel, stretch: Stretch, noted: () => Promise<void>): Promise<void> {
  const campaigns = await campaignsOf(kernel, { running: true });
  await asOwner(kernel, async (trx) => {
    await layLeads(trx, campaigns, stretch);
    await coverLeads(trx, stretch);
    await noted();
  });
}
