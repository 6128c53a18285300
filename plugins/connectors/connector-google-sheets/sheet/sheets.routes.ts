import {
  type Ctx,
  defineRoute,
  invalid,
  List,
  ListQuery,
  listOf,
  pageOf,
  type RateDef,
  type Static,
  T,
} from '../../../../core/contract.ts';
import { eventPage, sheetFor, sheetPage, type SheetRow, waitingOf } from './sheet.store.ts';
import { checkSheet, continueSheet, createSheet, resetSheet, sendLink } from './sheets.service.ts';

const SheetId = T.Object({ id: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const CampaignId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Said = T.Object({ message: T.String() });
export const STANDINGS = ['making', 'ok', 'reauthorise', 'revoked', 'missing', 'columns', 'denied', 'refused', 'full'] as const;

const Sheet = T.Object({
  id: T.Integer(),
  campaign_id: T.Integer(),
  name: T.String(),
  url: T.String(),
  state: T.Enum([...STANDINGS]),
  /** Why it has stopped: the heading that is gone, or Google's own words. */
  note: T.String(),
  written: T.Integer(),
  waiting: T.Integer(),
  readers: T.Array(T.String()),
  last_at: T.Union([T.String(), T.Null()]),
});

const list = defineRoute({
  id: 'connector-google-sheets.sheets',
  method: 'GET',
  path: '/google-sheets/sheets',
  summary: 'Google spreadsheets of campaigns, the newest first',
  ability: ['read', 'Spreadsheet'],
  query: T.Object({ Page: ListQuery([]).Page, PerPage: ListQuery([]).PerPage }),
  response: List(Sheet),
  async handler(ctx, { query }) {
    const at = pageOf(query);
    const { rows, total } = await sheetPage(ctx, at);
    return listOf(await shown(ctx, rows), total, at);
  },
});

const detail = defineRoute({
  id: 'connector-google-sheets.sheet',
  method: 'GET',
  path: '/google-sheets/sheets/:id',
  summary: 'One Google spreadsheet',
  ability: ['read', 'Spreadsheet'],
  params: SheetId,
  response: Sheet,
  async handler(ctx, { params }) {
    const [row] = await shown(ctx, [await sheetFor(ctx, params.id, 'read')]);
    return row!;
  },
});

const create = defineRoute({
  id: 'connector-google-sheets.create',
  method: 'POST',
  path: '/google-sheets/sheets',
  summary: 'Create a Google spreadsheet for a campaign, with the leads that it has',
  ability: ['create', 'Spreadsheet'],
  body: T.Object({ campaign: CampaignId }),
  response: T.Object({ id: T.Integer(), message: T.String() }),
  async handler(ctx, { body }) {
    const { id, name } = await createSheet(ctx, body.campaign);
    return { id, message: ctx.t('connector-google-sheets.created', { name }) };
  },
});

const check = defineRoute({
  id: 'connector-google-sheets.sheet-check',
  method: 'POST',
  path: '/google-sheets/sheets/:id/check',
  summary: 'Compare a Google spreadsheet with the leads, and write again what is missing',
  ability: ['update', 'Spreadsheet'],
  unlogged: 'what was found stands in the spreadsheet’s own history',
  params: SheetId,
  response: Said,
  async handler(ctx, { params }) {
    const { name } = await checkSheet(ctx, params.id);
    return { message: ctx.t('connector-google-sheets.checking', { name }) };
  },
});

const reset = defineRoute({
  id: 'connector-google-sheets.reset',
  method: 'POST',
  path: '/google-sheets/sheets/:id/reset',
  summary: 'Write all leads anew into another tab, or into another spreadsheet where this one is out of reach',
  ability: ['update', 'Spreadsheet'],
  params: SheetId,
  response: Said,
  async handler(ctx, { params }) {
    const { isNew, name } = await resetSheet(ctx, params.id);
    return { message: ctx.t(isNew ? 'connector-google-sheets.reset.file' : 'connector-google-sheets.reset.tab', { name }) };
  },
});

const goOn = defineRoute({
  id: 'connector-google-sheets.continue',
  method: 'POST',
  path: '/google-sheets/sheets/:id/continue',
  summary: 'Write the leads that wait for a full Google spreadsheet into another one',
  ability: ['update', 'Spreadsheet'],
  params: SheetId,
  response: Said,
  async handler(ctx, { params }) {
    const { name } = await continueSheet(ctx, params.id);
    return { message: ctx.t('connector-google-sheets.continued', { name }) };
  },
});

const HistoryRow = T.Object({
  id: T.String(),
  at: T.String({ format: 'date-time' }),
  kind: T.String(),
  text: T.String(),
  note: T.String(),
});
const history = defineRoute({
  id: 'connector-google-sheets.history',
  method: 'GET',
  path: '/google-sheets/sheets/:id/history',
  summary: 'What happened to a Google spreadsheet, the newest first',
  ability: ['read', 'Spreadsheet'],
  params: SheetId,
  query: T.Object({ Page: ListQuery([]).Page, PerPage: ListQuery([]).PerPage }),
  response: List(HistoryRow),
  async handler(ctx, { params, query }) {
    const sheet = await sheetFor(ctx, params.id, 'read');
    const at = pageOf(query);
    const { rows, total } = await eventPage(ctx, sheet.id, at);
    return listOf(
      rows.map(({ id, at: when, kind, count, note }) => ({
        id,
        at: when.toISOString(),
        kind,
        text: ctx.t(`connector-google-sheets.event.${kind}`, { count }),
        note,
      })),
      total,
      at,
    );
  },
});

const resend = defineRoute({
  id: 'connector-google-sheets.resend-link',
  method: 'POST',
  path: '/leadspeek/client/resendgooglelink',
  summary: 'Mail the address of a campaign’s Google spreadsheet to those whom it is shared with',
  ability: ['update', 'Spreadsheet'],
  rate: 'connector-google-sheets.links',
  body: T.Object({
    leadspeekID: T.Optional(CampaignId),
    leadspeek_api_id: T.Optional(CampaignId),
    companyID: T.Optional(CampaignId),
  }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const id = body.leadspeekID ?? body.leadspeek_api_id;
    if (id === undefined) throw invalid('leadspeekID', 'connector-google-sheets.problem.which');
    const count = await sendLink(ctx, id);
    return { result: 'success', message: ctx.t('connector-google-sheets.link-sent', { count }) };
  },
});

/** Spreadsheets as lists show them; what keeps the account from working comes before what keeps a spreadsheet. */
async function shown(ctx: Ctx, rows: readonly SheetRow[]): Promise<Static<typeof Sheet>[]> {
  const waiting = await waitingOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    campaign_id: row.campaign_id,
    name: row.name,
    url: row.url,
    state: row.account_state !== 'ok' ? row.account_state : row.state !== 'ok' ? row.state : row.ready ? 'ok' : 'making',
    note: row.state === 'ok' ? '' : row.note,
    written: row.written,
    waiting: waiting.get(row.id) ?? 0,
    readers: row.shared.map(({ email }) => email),
    last_at: row.last_at?.toISOString() ?? null,
  }));
}

export const sheetRoutes = [list, create, detail, check, reset, goOn, history, resend];
export const sheetRates: RateDef[] = [{ id: 'connector-google-sheets.links', points: 10, seconds: 60, by: 'company' }];
