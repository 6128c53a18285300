import type { sheets_v4 } from '@googleapis/sheets';
import type { GoogleApi } from '../google.ts';
import type { SheetColumn } from './columns.ts';

/** The tab of a spreadsheet, as Google knows both. */
export interface Grid {
  spreadsheetId: string;
  tab: number;
}
type Request = sheets_v4.Schema$Request;
/** Rows of which the ids are read by one call: less than the most that an answer may hold. */
const CHUNK = 10_000;

/** Text is stored as text, whatever it begins with: nothing of a lead is ever read as a formula. */
const cellOf = (value: string | number | undefined): sheets_v4.Schema$CellData =>
  value === undefined || value === ''
    ? {}
    : { userEnteredValue: typeof value === 'number' ? { numberValue: value } : { stringValue: value } };

/** Rows with each value in its place. */
export const rowsAt = (places: readonly number[], rows: readonly (readonly (string | number)[])[]): sheets_v4.Schema$RowData[] =>
  rows.map((row) => {
    const cells: (string | number)[] = [];
    places.forEach((place, n) => (cells[place] = row[n]!));
    return { values: Array.from(cells, cellOf) };
  });

const update = ({ sheets }: GoogleApi, spreadsheetId: string, requests: Request[]) =>
  sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } });

const MARK = /^leads(\d+)$/;
const markOf = (batch: number): string => `leads${batch}`;
/** The name that says which batch is the last. */
const markIn = (tab: number, batch: number): Request => ({
  addNamedRange: {
    namedRange: {
      namedRangeId: markOf(batch),
      name: `Leads_batch_${batch}`,
      range: { sheetId: tab, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 1 },
    },
  },
});

/** The batches that the spreadsheet says it holds: the last one, unless somebody took its name away. */
export async function marksOf({ sheets }: GoogleApi, { spreadsheetId }: Grid): Promise<number[]> {
  const { data } = await sheets.spreadsheets.get({ spreadsheetId, fields: 'namedRanges(namedRangeId)' });
  return (data.namedRanges ?? []).flatMap(({ namedRangeId }) => MARK.exec(namedRangeId ?? '')?.[1] ?? []).map(Number);
}

/**
 * Adds a batch of rows below the last one, together with its mark. Google does all of it or nothing, and refuses a name that is there already,
 * or one to take away that is not: so a batch that is sent twice, by whomever and however late, stands there once.
 */
export async function appendBatch(
  google: GoogleApi,
  { spreadsheetId, tab }: Grid,
  batch: number,
  before: readonly number[],
  rows: sheets_v4.Schema$RowData[],
): Promise<void> {
  await update(google, spreadsheetId, [
    ...before.map((earlier) => ({ deleteNamedRange: { namedRangeId: markOf(earlier) } })),
    markIn(tab, batch),
    { appendCells: { sheetId: tab, rows, fields: 'userEnteredValue' } },
  ]);
}

/** Makes the tab with its headings, which nobody but the account itself may change. */
export async function addTab(
  google: GoogleApi,
  { spreadsheetId, tab }: Grid,
  title: string,
  columns: readonly SheetColumn[],
): Promise<void> {
  const header = columns.map(({ heading }) => ({
    userEnteredValue: { stringValue: heading },
    userEnteredFormat: { textFormat: { bold: true } },
  }));
  const gridProperties = { frozenRowCount: 1, columnCount: Math.max(26, columns.length), rowCount: 1_000 };
  const protectedRange = {
    range: { sheetId: tab, startRowIndex: 0, endRowIndex: 1 },
    warningOnly: false,
    editors: { users: [], domainUsersCanEdit: false },
  };
  await update(google, spreadsheetId, [
    { addSheet: { properties: { sheetId: tab, title, index: 0, gridProperties } } },
    {
      updateCells: {
        start: { sheetId: tab, rowIndex: 0, columnIndex: 0 },
        rows: [{ values: header }],
        fields: 'userEnteredValue,userEnteredFormat',
      },
    },
    { addProtectedRange: { protectedRange } },
    // The empty tab that every new spreadsheet begins with, and the mark that the first batch takes away.
    ...(tab === 1 ? [{ deleteSheet: { sheetId: 0 } }, markIn(tab, 0)] : []),
  ]);
}

/** Numbers, titles and lengths of the tabs. */
export async function tabsOf({ sheets }: GoogleApi, { spreadsheetId }: Grid): Promise<{ tab: number; title: string; rows: number }[]> {
  const { data } = await sheets.spreadsheets.get({ spreadsheetId, fields: 'sheets(properties(sheetId,title,gridProperties(rowCount)))' });
  return (data.sheets ?? []).map(({ properties }) => ({
    tab: properties?.sheetId ?? 0,
    title: properties?.title ?? '',
    rows: properties?.gridProperties?.rowCount ?? 0,
  }));
}

/** Cells of the tab, found by its number: people rename tabs. */
export async function cellsOf(
  { sheets }: GoogleApi,
  { spreadsheetId, tab }: Grid,
  at: { rows: [from: number, to: number]; column?: number },
): Promise<unknown[][]> {
  const column = at.column === undefined ? {} : { startColumnIndex: at.column, endColumnIndex: at.column + 1 };
  const gridRange = { sheetId: tab, startRowIndex: at.rows[0], endRowIndex: at.rows[1], ...column };
  const { data } = await sheets.spreadsheets.values.batchGetByDataFilter({
    spreadsheetId,
    requestBody: { dataFilters: [{ gridRange }], valueRenderOption: 'UNFORMATTED_VALUE' },
  });
  return (data.valueRanges?.[0]?.valueRange?.values as unknown[][] | undefined) ?? [];
}

/** What stands in the column of ids below its heading, in lower case, and in which row. */
export async function idsIn(google: GoogleApi, grid: Grid, column: number): Promise<{ id: string; row: number }[]> {
  const rows = (await tabsOf(google, grid)).find(({ tab }) => tab === grid.tab)?.rows ?? 0;
  const ids: { id: string; row: number }[] = [];
  for (let from = 1; from < rows; from += CHUNK) {
    const cells = await cellsOf(google, grid, { rows: [from, Math.min(rows, from + CHUNK)], column });
    cells.forEach(([cell], n) => cell && ids.push({ id: String(cell).toLowerCase(), row: from + n }));
  }
  return ids;
}

/** Takes away rows that equal an earlier one in every cell. Google compares and removes in one step, so nobody's typing is in between. */
export const dropCopies = async (google: GoogleApi, { spreadsheetId, tab }: Grid): Promise<void> =>
  void (await update(google, spreadsheetId, [{ deleteDuplicates: { range: { sheetId: tab, startRowIndex: 1 } } }]));
