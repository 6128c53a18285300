import { randomInt } from 'node:crypto';
import type { sheets_v4 } from '@googleapis/sheets';
import type { Ctx } from '../../../../core/contract.ts';
import { faultOf } from '../faults.ts';
import type { GoogleApi } from '../google.ts';
import { change, type Claim, held } from './claims.store.ts';
import { KEY } from './columns.ts';
import { leadsToErase, settleErasures } from './erasures.store.ts';
import { cellsOf, type Grid, idsIn, tabsOf } from './grid.ts';
import { noteEvent } from './sheet.store.ts';

/** How often rows that moved in between are looked for again. */
const ROUNDS = 3;
/** The largest number that Google takes for what is attached to a row. */
const LARGEST = 2_147_483_647;

/** Takes the rows of people who were erased out of the spreadsheet, its older tabs, and those that came before it. */
export async function eraseRows(ctx: Ctx, claim: Claim, google: GoogleApi): Promise<void> {
  const leads = await ctx.transaction((tx) => leadsToErase(tx, claim.sheet.id));
  if (leads.length === 0) return;
  const { columns, earlier } = claim.sheet;
  const heading = columns.find(({ field }) => field === KEY)!.heading;
  const wanted = new Set(leads.map((lead) => lead.toLowerCase()));
  const { erased, left } = await eraseIn(google, claim.sheet.spreadsheet_id!, heading, wanted);
  let isReached = true;
  for (const file of earlier) {
    const end = await eraseIn(google, file, heading, wanted).catch((error: unknown) => {
      const { kind } = faultOf(error, 0);
      if (kind === 'missing' || kind === 'denied') return null;
      throw error;
    });
    for (const lead of end?.left ?? []) left.add(lead);
    isReached &&= end !== null;
  }
  await ctx.transaction(async (tx) => {
    const sheet = await held(tx, claim);
    const open = leads.filter((lead) => !isReached || left.has(lead.toLowerCase()));
    const done = leads.filter((lead) => !open.includes(lead));
    await settleErasures(tx, sheet.id, open, 'open');
    await settleErasures(tx, sheet.id, done, 'done');
    await change(tx, sheet, { written: Math.max(0, sheet.written - erased) });
    if (done.length > 0) await noteEvent(tx, sheet, 'erased', done.length);
  });
}

/** Clears the rows of these leads in every tab of a file. `left`: those whose rows did not stand still. */
async function eraseIn(
  google: GoogleApi,
  spreadsheetId: string,
  heading: string,
  wanted: ReadonlySet<string>,
): Promise<{ erased: number; left: Set<string> }> {
  let erased = 0;
  const left = new Set<string>();
  for (const { tab } of await tabsOf(google, { spreadsheetId, tab: 0 })) {
    const grid = { spreadsheetId, tab };
    const [headings = []] = await cellsOf(google, grid, { rows: [0, 1] });
    const column = headings.indexOf(heading);
    if (column < 0) continue;
    const find = async () => (await idsIn(google, grid, column)).filter(({ id }) => wanted.has(id));
    let rows = await find();
    for (let round = 0; rows.length > 0 && round < ROUNDS; round += 1) {
      erased += await clearRows(google, grid, rows);
      rows = await find();
    }
    for (const { id } of rows) left.add(id);
  }
  return { erased, left };
}

type Lookup = sheets_v4.Schema$DataFilter;
const lookup = (metadataId: number): Lookup => ({ developerMetadataLookup: { metadataId } });

/**
 * Clears rows that hold these ids; answers how many. A row's number may be another one by the time that Google is told it, so something is attached to the row first, which moves
 * along with it; the row is cleared by that, once it was read by that and is the one that was meant.
 */
async function clearRows(
  { sheets }: GoogleApi,
  { spreadsheetId, tab }: Grid,
  rows: readonly { id: string; row: number }[],
): Promise<number> {
  const marked = rows.map(({ id, row }) => ({ id, row, metadataId: randomInt(1, LARGEST) }));
  const ask = (requests: sheets_v4.Schema$Request[]) => sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } });
  await ask(
    marked.map(({ row, metadataId }) => ({
      createDeveloperMetadata: {
        developerMetadata: {
          metadataId,
          metadataKey: 'erasing',
          visibility: 'PROJECT',
          location: { dimensionRange: { sheetId: tab, dimension: 'ROWS', startIndex: row, endIndex: row + 1 } },
        },
      },
    })),
  );
  const { data } = await sheets.spreadsheets.values.batchGetByDataFilter({
    spreadsheetId,
    requestBody: { dataFilters: marked.map(({ metadataId }) => lookup(metadataId)), valueRenderOption: 'UNFORMATTED_VALUE' },
  });
  const read = new Map(
    (data.valueRanges ?? []).map(({ dataFilters, valueRange }) => [
      dataFilters?.[0]?.developerMetadataLookup?.metadataId,
      ((valueRange?.values?.[0] ?? []) as unknown[]).map((cell) => String(cell).toLowerCase()),
    ]),
  );
  const meant = marked.filter(({ id, metadataId }) => read.get(metadataId)?.includes(id));
  if (meant.length > 0)
    await sheets.spreadsheets.values.batchClearByDataFilter({
      spreadsheetId,
      requestBody: { dataFilters: meant.map(({ metadataId }) => lookup(metadataId)) },
    });
  await ask(marked.map(({ metadataId }) => ({ deleteDeveloperMetadata: { dataFilter: lookup(metadataId) } })));
  return meant.length;
}
