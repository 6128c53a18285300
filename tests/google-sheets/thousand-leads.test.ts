import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowData } from '../../plugins/connectors/connector-google-sheets/person-data.ts';
import { SheetsStage } from './stage.ts';

/**
 * A thousand leads for one spreadsheet while Google is too busy, breaks down, loses answers, takes access back and says that the spreadsheet is full, and one of the people is
 * erased: at the end everybody stands there once.
 */
const LEADS = 1_000;
/** Leads that come at once. */
const AT_ONCE = 25;
let at: SheetsStage;
beforeAll(async () => {
  at = await SheetsStage.start();
  await at.clear();
});
afterAll(() => at?.close());

const names = Array.from({ length: LEADS }, (_, n) => `Lead${String(n).padStart(4, '0')}`);
const ERASED = 5;
const busy = { status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded' } } };
const down = { status: 503, body: { error: { code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' } } };

test('every lead stands in the spreadsheets once, in order, and nobody who was erased', { timeout: 300_000 }, async () => {
  await at.connect();
  const campaign = await at.campaign();
  const id = await at.create(campaign);
  const leads: string[] = [];
  const mishaps: ((() => Promise<void> | void) | undefined)[] = [];
  mishaps[4] = () => at.google.mishap(/:batchUpdate/, busy);
  mishaps[7] = () => at.google.mishap(/:batchUpdate/, 'reset-after');
  mishaps[10] = () => at.google.mishap(/:batchUpdate/, down, down);
  mishaps[13] = () => at.google.mishap(/spreadsheets/, 'reset-before');
  mishaps[16] = () => at.google.withdraw('agency@google.example');
  mishaps[20] = () => at.connect();
  mishaps[24] = () => at.google.mishap(/:batchUpdate/, 'reset-after', busy);
  mishaps[28] = () => void (at.google.sheets.mostCells = 26 * 600);
  mishaps[32] = async () => {
    expect(await at.sheet(id)).toMatchObject({ state: 'full' });
    await at.post(`/google-sheets/sheets/${id}/continue`, at.a.owner);
  };
  mishaps[36] = () => at.google.expire();
  for (let from = 0; from < LEADS; from += AT_ONCE) {
    await mishaps[from / AT_ONCE]?.();
    leads.push(...(await at.leads(campaign, ...names.slice(from, from + AT_ONCE))));
    await at.app.settle();
    if (from / AT_ONCE === 17) {
      expect(await at.sheet(id)).toMatchObject({ state: 'reauthorise' });
      // Somebody asks to be erased while nobody can be reached there.
      await at.app.inside(at.a.tenant, 'connector-google-sheets', (ctx) =>
        rowData.erase(ctx, { leads: [leads[ERASED]!], emails: [], keys: [] }, 7),
      );
    }
    await at.rested();
    await at.leaseOver();
    await at.app.settle();
  }
  for (let look = 0; look < 5; look += 1) {
    await at.rested();
    await at.leaseOver();
    await at.app.settle();
  }
  expect(await at.sheet(id)).toMatchObject({ state: 'ok', waiting: 0 });
  const standing = [...at.google.sheets.files.values()].map(({ tabs }) =>
    tabs.flatMap(({ rows: [head = [], ...rows] }) => rows.map((row) => row[head.indexOf('First name')] ?? null).filter(Boolean)),
  );
  expect(standing).toHaveLength(2);
  expect(standing.flat()).toHaveLength(LEADS - 1);
  expect(new Set(standing.flat())).toEqual(new Set(names.filter((_, n) => n !== ERASED)));
});
