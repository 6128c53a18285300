import type { Ctx } from '../../../../core/contract.ts';
import type { GoogleApi } from '../google.ts';
import { change, type Claim, held } from './claims.store.ts';
import { dropCopies, type Grid, idsIn } from './grid.ts';
import { noteEvent, ROW } from './sheet.store.ts';

/** Hours between two comparisons. */
const HOURS = 24;

/**
 * Compares the spreadsheet with the leads: a row that is gone is written again, one that stands there although nobody noted it is not, and of
 * rows that are alike in every cell one stays. Where a row stands does not matter: people sort. Answers how many are written again.
 */
export async function repair(ctx: Ctx, claim: Claim, google: GoogleApi, grid: Grid, keyPlace: number): Promise<number> {
  const found = (await idsIn(google, grid, keyPlace)).map(({ id }) => id);
  if (found.length > new Set(found).size) await dropCopies(google, grid);
  return ctx.transaction(async (tx) => {
    const sheet = await held(tx, claim);
    const there = [...new Set(found)].filter((id) => UUID.test(id));
    const rows = () => tx.db(ROW).where({ sheet_id: sheet.id });
    const lost = await rows()
      .where({ state: 'written' })
      .whereRaw('lead_id <> all(?::uuid[])', [there as never])
      .update({ state: 'pending', batch: null, queued_at: tx.db.fn.now() });
    const noted = await rows()
      .where({ state: 'pending' })
      .whereNull('batch')
      .whereRaw('lead_id = any(?::uuid[])', [there as never])
      .update({ state: 'written' });
    await change(tx, sheet, {
      written: sheet.written - lost + noted,
      look_at: tx.db.raw(`now() + make_interval(hours => ${HOURS})`),
      // Who may read it is compared as well.
      share_due: true,
    });
    await noteEvent(tx, sheet, lost > 0 ? 'repaired' : 'checked', lost);
    return lost;
  });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
