import { randomUUID } from 'node:crypto';

/** What Google refuses, in its own words. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, said: string | object, code = 'INVALID_ARGUMENT') {
    super('refused');
    this.status = status;
    this.body = typeof said === 'string' ? { error: { code: status, message: said, status: code } } : said;
  }
}

type Json = Record<string, unknown>;
type Row = (string | number | { formula: string } | null)[];

export interface FakeTab {
  sheetId: number;
  title: string;
  frozen: number;
  /** Text, or a number; `{ formula }` where somebody's text was taken for one. */
  rows: Row[];
}
export interface FakeFile {
  id: string;
  name: string;
  owner: string;
  trashed: boolean;
  appProperties: Record<string, string>;
  permissions: { id: string; type: 'user'; emailAddress: string; role: string; mailed: boolean }[];
  tabs: FakeTab[];
  namedRanges: { namedRangeId: string; name: string }[];
  protectedRanges: object[];
  /** What is attached to rows, which it moves along with. */
  attached: Map<number, Row>;
}

/** Files and spreadsheets, as far as the product uses them. Each owner sees the files made in their name. */
export class SheetsFake {
  readonly files = new Map<string, FakeFile>();
  /** Addresses without a Google account: shared with only by a mail of Google's. */
  readonly outsiders = new Set<string>();
  /** Cells that a file may have. */
  mostCells = 10_000_000;

  answer(owner: string, method: string, url: URL, body: Json): Record<string, unknown> {
    const path = decodeURIComponent(url.pathname);
    const file = /^\/drive\/v3\/files(?:\/([^/]+))?(?:\/permissions(?:\/([^/]+))?)?$/.exec(path);
    if (file) return this.#drive(owner, method, url, body, file[1], path.includes('/permissions'), file[2]);
    const sheet = /^\/v4\/spreadsheets\/([^/:]+)(\/values)?(:\w+)?$/.exec(path);
    if (!sheet) throw new Refused(404, `no such method: ${method} ${path}`, 'NOT_FOUND');
    const found = this.#find(owner, sheet[1]!);
    if (sheet[3] === ':batchUpdate') return this.#batch(found, body['requests'] as Json[]);
    if (sheet[3] === ':batchGetByDataFilter') return this.#values(found, body['dataFilters'] as Filter[]);
    if (sheet[3] === ':batchClearByDataFilter') return this.#clear(found, body['dataFilters'] as Filter[]);
    return {
      spreadsheetId: found.id,
      namedRanges: found.namedRanges,
      sheets: found.tabs.map(({ sheetId, title, rows }) => ({
        properties: { sheetId, title, gridProperties: { rowCount: Math.max(1000, rows.length), columnCount: COLUMNS } },
      })),
    };
  }

  #drive(owner: string, method: string, url: URL, body: Json, id?: string, isShare = false, share?: string) {
    if (!id) return method === 'POST' ? this.#create(owner, body) : this.#list(owner, url.searchParams.get('q') ?? '');
    const file = this.#find(owner, id, true);
    if (!isShare) return { id: file.id, trashed: file.trashed, webViewLink: `https://docs.google.com/spreadsheets/d/${file.id}/edit` };
    if (method === 'GET')
      return { permissions: file.permissions.map(({ id: own, type, emailAddress, role }) => ({ id: own, type, emailAddress, role })) };
    const one = file.permissions.find((permission) => permission.id === share);
    if (method === 'POST') {
      const mailed = url.searchParams.get('sendNotificationEmail') !== 'false';
      const emailAddress = String(body['emailAddress']);
      if (this.outsiders.has(emailAddress) && !mailed)
        throw new Refused(400, { error: { code: 400, message: 'No Google account', errors: [{ reason: 'invalidSharingRequest' }] } });
      const permission = { id: randomUUID(), type: 'user' as const, emailAddress, role: String(body['role']), mailed };
      file.permissions.push(permission);
      return { id: permission.id };
    }
    if (!one) throw new Refused(404, 'Permission not found', 'NOT_FOUND');
    if (method === 'DELETE') file.permissions.splice(file.permissions.indexOf(one), 1);
    else one.role = String(body['role']);
    return {};
  }

  #create(owner: string, body: Json): Record<string, unknown> {
    const file: FakeFile = {
      id: randomUUID(),
      name: String(body['name']),
      owner,
      trashed: false,
      appProperties: (body['appProperties'] as Record<string, string> | undefined) ?? {},
      permissions: [],
      tabs: [{ sheetId: 0, title: 'Sheet1', frozen: 0, rows: [] }],
      namedRanges: [],
      protectedRanges: [],
      attached: new Map(),
    };
    this.files.set(file.id, file);
    return { id: file.id, webViewLink: `https://docs.google.com/spreadsheets/d/${file.id}/edit` };
  }

  #list(owner: string, q: string): Record<string, unknown> {
    const [, key = '', value = ''] = /appProperties has \{ key='([^']+)' and value='([^']+)' \}/.exec(q) ?? [];
    const files = [...this.files.values()].filter((file) => file.owner === owner && !file.trashed && file.appProperties[key] === value);
    return { files: files.map(({ id }) => ({ id, webViewLink: `https://docs.google.com/spreadsheets/d/${id}/edit` })) };
  }

  #find(owner: string, id: string, evenTrashed = false): FakeFile {
    const file = this.files.get(id);
    if (!file || file.owner !== owner) throw new Refused(404, 'Requested entity was not found.', 'NOT_FOUND');
    return file.trashed && !evenTrashed ? file : file;
  }

  #values(file: FakeFile, filters: Filter[]): Record<string, unknown> {
    const valueRanges = filters.flatMap((filter) => {
      const { gridRange: at } = filter;
      if (!at) return this.#attached(file, filter).map((row) => ({ dataFilters: [filter], valueRange: { values: [row] } }));
      const { rows } = tabOf(file, at.sheetId);
      const values = rows
        .slice(at.startRowIndex ?? 0, at.endRowIndex ?? rows.length)
        .map((row) => row.slice(at.startColumnIndex ?? 0, at.endColumnIndex ?? row.length).map((cell) => cell ?? ''));
      while (values.length > 0 && values.at(-1)!.every((cell) => cell === '')) values.pop();
      return [{ dataFilters: [filter], valueRange: { values } }];
    });
    return { valueRanges };
  }

  #clear(file: FakeFile, filters: Filter[]): Record<string, unknown> {
    for (const row of filters.flatMap((filter) => this.#attached(file, filter))) row.fill(null);
    return { spreadsheetId: file.id };
  }

  /** The rows to which something with the number was attached, wherever they are by now. */
  #attached(file: FakeFile, { developerMetadataLookup: lookup }: Filter): Row[] {
    const row = file.attached.get(lookup!.metadataId);
    return row && file.tabs.some(({ rows }) => rows.includes(row)) ? [row] : [];
  }

  /** All of the requests, or none: they are tried on a copy. */
  #batch(file: FakeFile, requests: Json[]): Record<string, unknown> {
    const copy = structuredClone(file);
    for (const request of requests) apply(copy, request);
    const cells = copy.tabs.reduce((sum, { rows }) => sum + rows.length * COLUMNS, 0);
    if (cells > this.mostCells)
      throw new Refused(
        400,
        `Invalid requests[${requests.length - 1}].appendCells: This action would increase the number of cells in the workbook above the limit of ${this.mostCells} cells.`,
      );
    Object.assign(file, copy);
    return { spreadsheetId: file.id, replies: requests.map(() => ({})) };
  }
}

const COLUMNS = 26;

/** What a call is about: a part of a tab, or what something is attached to. */
interface Filter {
  gridRange?: Grid;
  developerMetadataLookup?: { metadataId: number };
}
interface Grid {
  sheetId: number;
  startRowIndex?: number;
  endRowIndex?: number;
  startColumnIndex?: number;
  endColumnIndex?: number;
}

function tabOf(file: FakeFile, sheetId: number): FakeTab {
  const tab = file.tabs.find((one) => one.sheetId === sheetId);
  if (!tab) throw new Refused(400, `No grid with id: ${sheetId}`);
  return tab;
}

interface Cell {
  userEnteredValue?: { stringValue?: string; numberValue?: number; formulaValue?: string };
}
const cellOf = ({ userEnteredValue: v }: Cell) =>
  v?.formulaValue === undefined ? (v?.stringValue ?? v?.numberValue ?? null) : { formula: v.formulaValue };
const cellsOf = (rows: { values: Cell[] }[]) => rows.map(({ values }) => values.map(cellOf));
const isBlank = (row: unknown[]): boolean => row.every((cell) => cell === null || cell === '');

function apply(file: FakeFile, request: Json): void {
  const [[kind, what]] = Object.entries(request) as [[string, Json]];
  switch (kind) {
    case 'addSheet': {
      const { sheetId, title, gridProperties } = what['properties'] as {
        sheetId: number;
        title: string;
        gridProperties?: { frozenRowCount?: number };
      };
      if (file.tabs.some((tab) => tab.sheetId === sheetId || tab.title === title))
        throw new Refused(400, `A sheet with the name "${title}" already exists.`);
      file.tabs.unshift({ sheetId, title, frozen: gridProperties?.frozenRowCount ?? 0, rows: [] });
      return;
    }
    case 'deleteSheet':
      file.tabs.splice(file.tabs.indexOf(tabOf(file, what['sheetId'] as number)), 1);
      return;
    case 'updateCells': {
      const { sheetId, rowIndex = 0 } = what['start'] as { sheetId: number; rowIndex?: number };
      const tab = tabOf(file, sheetId);
      cellsOf(what['rows'] as { values: Cell[] }[]).forEach((row, n) => (tab.rows[rowIndex + n] = row));
      return;
    }
    case 'appendCells': {
      const tab = tabOf(file, what['sheetId'] as number);
      while (tab.rows.length > 0 && isBlank(tab.rows.at(-1)!)) tab.rows.pop();
      tab.rows.push(...cellsOf(what['rows'] as { values: Cell[] }[]));
      return;
    }
    case 'deleteDuplicates': {
      const tab = tabOf(file, (what['range'] as Grid).sheetId);
      const seen = new Set<string>();
      const [header = [], ...rows] = tab.rows;
      tab.rows = [header, ...rows.filter((row) => !seen.has(JSON.stringify(row)) && seen.add(JSON.stringify(row)))];
      return;
    }
    case 'addNamedRange': {
      const range = what['namedRange'] as { namedRangeId: string; name: string };
      if (file.namedRanges.some(({ namedRangeId: id, name }) => id === range.namedRangeId || name === range.name))
        throw new Refused(400, `A named range with id ${range.namedRangeId} already exists.`);
      file.namedRanges.push({ namedRangeId: range.namedRangeId, name: range.name });
      return;
    }
    case 'deleteNamedRange': {
      const at = file.namedRanges.findIndex(({ namedRangeId }) => namedRangeId === what['namedRangeId']);
      if (at < 0) throw new Refused(400, `Cannot find a named range with id: ${String(what['namedRangeId'])}`);
      file.namedRanges.splice(at, 1);
      return;
    }
    case 'createDeveloperMetadata': {
      const { metadataId, location } = what['developerMetadata'] as {
        metadataId: number;
        location: { dimensionRange: { sheetId: number; startIndex: number } };
      };
      const { rows } = tabOf(file, location.dimensionRange.sheetId);
      file.attached.set(metadataId, (rows[location.dimensionRange.startIndex] ??= []));
      return;
    }
    case 'deleteDeveloperMetadata':
      file.attached.delete((what['dataFilter'] as Filter).developerMetadataLookup!.metadataId);
      return;
    case 'addProtectedRange':
      file.protectedRanges.push(what);
      return;
    default:
      throw new Refused(400, `Invalid request: ${kind}`);
  }
}
