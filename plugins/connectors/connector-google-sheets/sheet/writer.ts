import type { Ctx } from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { type Lead, Leads } from '../../../lead-intake/leads/contract.ts';
import { faultOf } from '../faults.ts';
import type { GoogleApi } from '../google.ts';
import { type Batch, type Claim, ClaimLost, finishBatch, held, takeBatch } from './claims.store.ts';
import { valuesOf } from './columns.ts';
import { appendBatch, type Grid, marksOf, rowsAt } from './grid.ts';
import { noteEvent } from './sheet.store.ts';

/**
 * Writes the leads that have waited longest, once: a batch is noted as begun before it is sent, and the spreadsheet itself says which batch it
 * holds. One that was begun by a process that died is looked for before it is sent again. Answers false where nothing waits.
 */
export async function writeBatch(ctx: Ctx, claim: Claim, google: GoogleApi, grid: Grid, places: readonly number[]): Promise<boolean> {
  const batch = await ctx.transaction((tx) => takeBatch(tx, claim));
  if (!batch) return false;
  const { rows, gone } = await rowsOf(ctx, claim, batch, places);
  const isThere = rows.length > 0 && (await send(ctx, claim, google, grid, batch, rows));
  await ctx.transaction(async (tx) => {
    const written = await finishBatch(tx, claim, batch, gone, isThere);
    if (written > 0) await noteEvent(tx, claim.sheet, 'written', written);
  });
  return true;
}

async function send(ctx: Ctx, claim: Claim, google: GoogleApi, grid: Grid, batch: Batch, rows: ReturnType<typeof rowsAt>): Promise<true> {
  const lastMark = () => ctx.transaction(async (tx) => (await held(tx, claim)).mark);
  const mark = await lastMark();
  if (batch.isResumed && (await marksOf(google, grid)).includes(batch.number)) return true;
  try {
    await appendBatch(google, grid, batch.number, [mark], rows);
  } catch (error) {
    if (faultOf(error, 0).kind !== 'refused') throw error;
    // It stands there already, or others went on meanwhile, or somebody took the earlier mark away.
    const marks = await marksOf(google, grid);
    if (marks.includes(batch.number)) return true;
    if (marks.some((later) => later > batch.number)) throw new ClaimLost();
    if (marks.includes(await lastMark())) throw error;
    await appendBatch(google, grid, batch.number, marks, rows);
  }
  return true;
}

/** The leads as their client may see them, whoever's account it is: the client reads the spreadsheet. */
async function rowsOf(ctx: Ctx, { sheet }: Claim, { leadIds }: Batch, places: readonly number[]) {
  return ctx.transaction(async (tx) => {
    const client = await tx.company(sheet.company_id);
    if (!client) return { rows: [], gone: leadIds };
    return tx.as(client, async (own) => {
      const leads = (await own.use(Leads).byId(leadIds)).filter((lead) => !lead.isErased);
      const further = await own.use(Leads).further(leads);
      const zone = (await own.use(Campaigns).find(sheet.campaign_id))?.timezone ?? 'UTC';
      const values = leads.map((lead: Lead) => valuesOf(sheet.columns, lead, further.get(lead.id) ?? {}, zone, 'TRUE'));
      const known = new Set(leads.map(({ id }) => id));
      return { rows: rowsAt(places, values), gone: leadIds.filter((id) => !known.has(id)) };
    });
  });
}
