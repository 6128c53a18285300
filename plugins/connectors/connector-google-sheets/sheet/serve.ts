import type { Ctx } from '../../../../core/contract.ts';
import { noteFault, TELL } from '../account/account.service.ts';
import { callsAs, isFault } from '../account/calls.ts';
import { type Fault, faultOf } from '../faults.ts';
import { Google, type GoogleApi } from '../google.ts';
import { TOPIC } from '../topic.ts';
import { change, type Claim, ClaimLost, held, release } from './claims.store.ts';
import { KEY, placesIn } from './columns.ts';
import { fileFor, isInBin } from './files.ts';
import { addTab, cellsOf, type Grid, tabsOf } from './grid.ts';
import { eraseRows } from './erase-rows.ts';
import { repair } from './repair.ts';
import { noteEvent, type SheetRow, type SheetState } from './sheet.store.ts';
import { readersOf, share } from './sharing.ts';
import { writeBatch } from './writer.ts';

/** Batches of one turn; then other spreadsheets have theirs. */
const BATCHES = 10;
const HEADER: [number, number] = [0, 1];

/** What is wrong with the spreadsheet itself, found without Google refusing anything. */
class SheetFault extends Error {
  readonly state: Exclude<SheetState, 'ok'>;
  readonly note: string;
  constructor(state: Exclude<SheetState, 'ok'>, note = '') {
    super(state);
    this.state = state;
    this.note = note;
  }
}

/** One turn of a spreadsheet: made if it is not there yet, compared and shared when that is due, and its leads written. Never inside a transaction. */
export async function serve(ctx: Ctx, claim: Claim): Promise<void> {
  const keys = ctx.service(Google);
  try {
    // Nobody can write without the platform's registration; whoever takes it away finds everything as it was.
    if (!keys) return await ctx.transaction((tx) => release(tx, claim, { due_at: tx.db.raw("now() + interval '1 hour'") }));
    const end = await callsAs(ctx, keys, claim.account, async (google) => {
      try {
        await turn(ctx, claim, google);
        return { fault: null };
      } catch (error) {
        if (error instanceof SheetFault || error instanceof ClaimLost) return { fault: error };
        throw error;
      }
    });
    const fault = isFault(end) ? end : end.fault;
    if (fault instanceof ClaimLost) return;
    await ctx.transaction((tx) => settle(tx, claim, fault));
  } catch (error) {
    if (error instanceof ClaimLost) return;
    // The lease ends by itself, and the turn is taken again.
    ctx.log.warn({ sheet: claim.sheet.id, error: String(error) }, 'spreadsheet not served');
  }
}

async function turn(ctx: Ctx, claim: Claim, google: GoogleApi): Promise<void> {
  const grid = await gridOf(ctx, claim, google);
  const places = await placesOf(claim, google, grid);
  const { columns } = claim.sheet;
  const { look_at, now } = await ctx.transaction(async (tx) => ({
    ...(await held(tx, claim)),
    now: (await tx.db.raw('select now()')).rows[0].now as Date,
  }));
  if (look_at <= now) await repair(ctx, claim, google, grid, places[columns.findIndex(({ field }) => field === KEY)]!);
  await eraseRows(ctx, claim, google);
  await shareIfDue(ctx, claim, google);
  for (let n = 0; n < BATCHES && !ctx.signal.aborted; n += 1) if (!(await writeBatch(ctx, claim, google, grid, places))) return;
}

/** The spreadsheet and its tab, made where they are not there yet. */
async function gridOf(ctx: Ctx, claim: Claim, google: GoogleApi): Promise<Grid> {
  let { sheet } = claim;
  if (!sheet.spreadsheet_id) {
    const key = `${ctx.secrets.key('connector-google-sheets.file').toString('hex').slice(0, 12)}-${sheet.id}-${sheet.edition}`;
    const file = await fileFor(google, sheet.name, key);
    sheet = claim.sheet = await saved(ctx, claim, { spreadsheet_id: file.id, url: file.url });
  } else if (await isInBin(google, sheet.spreadsheet_id)) throw new SheetFault('missing');
  const grid = { spreadsheetId: sheet.spreadsheet_id!, tab: sheet.tab };
  if (!sheet.ready) {
    await prepare(google, grid, sheet);
    claim.sheet = await saved(ctx, claim, { ready: true });
  }
  return grid;
}

const saved = (ctx: Ctx, claim: Claim, what: Partial<SheetRow>): Promise<SheetRow> =>
  ctx.transaction(async (tx) => {
    await held(tx, claim);
    await change(tx, claim.sheet, what);
    await tx.live(TOPIC, claim.sheet.company_id);
    return held(tx, claim);
  });

/** Adds the tab unless an earlier try did. A title that somebody gave to a tab of their own is taken with a number. */
async function prepare(google: GoogleApi, grid: Grid, { tab, columns }: SheetRow): Promise<void> {
  const tabs = await tabsOf(google, grid);
  if (tabs.some((one) => one.tab === tab)) return;
  const taken = new Set(tabs.map(({ title }) => title));
  let title = tab === 1 ? 'Leads' : `Leads ${tab}`;
  for (let n = 2; taken.has(title); n += 1) title = `Leads ${tab}.${n}`;
  await addTab(google, grid, title, columns);
}

/** Where each column is now. A tab or a heading that is gone stops the spreadsheet, so that nothing is written into the wrong place. */
async function placesOf({ sheet }: Claim, google: GoogleApi, grid: Grid): Promise<number[]> {
  const headings = await cellsOf(google, grid, { rows: HEADER }).catch(async (error: unknown) => {
    if (faultOf(error, 0).kind === 'refused' && !(await tabsOf(google, grid)).some(({ tab }) => tab === grid.tab))
      throw new SheetFault('missing');
    throw error;
  });
  const found = placesIn(headings[0] ?? [], sheet.columns);
  if ('lost' in found) throw new SheetFault('columns', found.lost);
  return found.places;
}

async function shareIfDue(ctx: Ctx, claim: Claim, google: GoogleApi): Promise<void> {
  const wanted = await ctx.transaction(async (tx) => {
    const sheet = await held(tx, claim);
    if (!sheet.share_due) return null;
    // A change that comes while Google is asked is due again.
    await change(tx, sheet, { share_due: false });
    const everybody = await readersOf(tx, sheet);
    return everybody.filter(({ email }) => email !== claim.account.email.toLowerCase());
  });
  if (!wanted) return;
  try {
    const { shared, failed, changed } = await share(google, claim.sheet, wanted, ctx.now.getTime());
    await ctx.transaction(async (tx) => {
      const sheet = await held(tx, claim);
      await change(tx, sheet, { shared: JSON.stringify(shared) });
      if (changed > 0) await noteEvent(tx, sheet, 'shared', shared.length);
      for (const { email, note } of failed) await noteEvent(tx, sheet, 'not-shared', 1, `${email}: ${note}`);
    });
  } catch (error) {
    await ctx.transaction(async (tx) => change(tx, await held(tx, claim), { share_due: true }));
    throw error;
  }
}

const STATES: Record<Exclude<Fault['kind'], 'rest' | 'reauthorise'>, SheetState> = {
  missing: 'missing',
  denied: 'denied',
  full: 'full',
  refused: 'refused',
};

/** Writes down how a turn ended, and hands the spreadsheet back. What is wrong stops it, with all its leads kept, until somebody mends it. */
async function settle(tx: Ctx, claim: Claim, fault: Fault | SheetFault | null): Promise<void> {
  const { sheet, account } = claim;
  const ofAccount = fault !== null && 'kind' in fault ? fault : null;
  await held(tx, claim);
  await noteFault(tx, account, ofAccount?.kind === 'rest' || ofAccount?.kind === 'reauthorise' ? ofAccount : null);
  const stopped =
    fault instanceof SheetFault
      ? fault
      : ofAccount && ofAccount.kind in STATES
        ? { state: STATES[ofAccount.kind as 'missing'], note: ofAccount.note }
        : null;
  await release(tx, claim, stopped ? { state: stopped.state, note: stopped.note, told_at: null } : { note: ofAccount?.note ?? '' });
  if (stopped) {
    await noteEvent(tx, sheet, 'stopped', 0, stopped.note);
    await tx.wake(TELL);
  }
  for (const company of new Set([sheet.company_id, account.company_id])) await tx.live(TOPIC, company);
}
