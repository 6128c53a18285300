import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startVictim, type Victim } from '../support/victim.ts';
import { type Campaign, SheetsStage } from './stage.ts';

/** Several processes over one database and one Google: a lead is one row, whoever dies or stands still in between. */
let at: SheetsStage;
const workers: Victim[] = [];
beforeAll(async () => {
  // The test's own process writes nothing, so that it is known who does.
  at = await SheetsStage.start({ roles: ['web'] });
});
afterAll(() => at?.close());
beforeEach(() => at.clear());
afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.thaw();
    await worker.kill();
  }
});

/** A process that writes, as an operator starts it. */
async function startWorker(): Promise<Victim> {
  const { clientId, clientSecret, apiBase } = at.google.keys;
  const worker = await startVictim(at.app.databaseUrl, {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_BASE: apiBase,
    EGRESS_ALLOW: at.google.host,
    ROLES: 'web,worker',
  });
  workers.push(worker);
  return worker;
}
const TIME = { timeout: 40_000 };
const count = async (table: string, where: object) => (await at.app.kernel.platform(table).where(where)).length;
const allWritten = async (): Promise<void> => {
  await expect.poll(() => count('connector_google_sheets_row', { state: 'pending' }), TIME).toBe(0);
};
/** All leads that were announced wait for their row, or stand in it. */
const queued = async (leads: number): Promise<void> => {
  await expect.poll(() => count('connector_google_sheets_row', {}), TIME).toBe(leads);
};

async function begun(...names: string[]): Promise<Campaign[]> {
  await at.connect();
  const campaigns: Campaign[] = [];
  for (const campaignName of names) {
    const campaign = await at.campaign({ campaignName });
    await at.create(campaign);
    campaigns.push(campaign);
  }
  await expect.poll(() => count('connector_google_sheets_sheet', { ready: true, share_due: false, claim: null }), TIME).toBe(names.length);
  return campaigns;
}
const keys = () => at.column('Lead ID').map(String).sort();
const people = (prefix: string, howMany: number) => Array.from({ length: howMany }, (_, n) => `${prefix}${n}`);

/** Resolves when Google gets (`onCall`) or has taken (`onDone`) the next batch of leads; its answer is held back until it is let go. */
const nextBatch = (when: 'onCall' | 'onDone') =>
  new Promise<() => void>((reached) => {
    at.google[when] = async (call) => {
      if (!call.endsWith(':batchUpdate')) return;
      at.google[when] = null;
      await new Promise<void>((go) => reached(go));
    };
  });

test('two at once write every lead of every campaign once', async () => {
  await startWorker();
  const campaigns = await begun('First', 'Second');
  await startWorker();
  const made: string[][] = [[], []];
  for (let round = 0; round < 6; round += 1)
    for (const [n, campaign] of campaigns.entries()) made[n]!.push(...(await at.leads(campaign, ...people(`r${round}-`, 20))));
  await queued(240);
  await allWritten();
  const found = [...at.google.sheets.files.values()].map(({ name, tabs }) => [
    name,
    tabs[0]!.rows
      .slice(1)
      .map(([key]) => String(key))
      .sort(),
  ]);
  expect(Object.fromEntries(found)).toEqual({ 'First (Client A1)': made[0]!.sort(), 'Second (Client A1)': made[1]!.sort() });
});

describe('a process that', () => {
  test.each([
    ['after', 'onDone'],
    ['before', 'onCall'],
  ] as const)('is killed %s Google took the rows leaves one row for each lead', async (_, when) => {
    const first = await startWorker();
    const [campaign] = await begun('Shop');
    const reached = nextBatch(when);
    const made = await at.leads(campaign!, 'Ann', 'Bob');
    const go = await reached;
    await first.kill();
    if (when === 'onCall') at.google.drops = true; // what a dead process had not sent is not sent
    go();
    expect(await count('connector_google_sheets_row', { state: 'pending', batch: 1 })).toBe(2);
    await at.leaseOver();
    await startWorker();
    await allWritten();
    expect(keys()).toEqual(made.sort());
  });

  test('stands still with a batch on its way is overtaken, and its batch does nothing when it arrives after all', async () => {
    const first = await startWorker();
    const [campaign] = await begun('Shop');
    const reached = nextBatch('onCall');
    const made = await at.leads(campaign!, 'Ann', 'Bob');
    const go = await reached;
    first.freeze();
    await at.leaseOver();
    await startWorker();
    await allWritten();
    expect(keys()).toEqual([...made].sort());
    made.push(...(await at.leads(campaign!, 'Cid')));
    await queued(3);
    await allWritten();
    const late = nextAnswer();
    go();
    expect(await late).toBe(400); // Google has the batch, and refuses its mark
    first.thaw();
    made.push(...(await at.leads(campaign!, 'Dee')));
    await queued(4);
    await allWritten();
    expect(keys()).toEqual(made.sort());
  });
});

/** The status of the next batch that Google answers. */
const nextAnswer = () =>
  new Promise<number>((answered) => {
    at.google.onAnswer = (call, status) => {
      if (!call.endsWith(':batchUpdate')) return;
      at.google.onAnswer = null;
      answered(status);
    };
  });
