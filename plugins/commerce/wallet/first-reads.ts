import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { outsideRow, stateRow } from './wallet.store.ts';

/** How the actor's agency is billed, and for its own people how its wallet is funded. */
export function firstReads({ db, tenant }: Ctx): ReadsAhead {
  if (tenant.kind === 'root') return {};
  return { rows: [outsideRow(db, tenant.agencyId), ...(tenant.kind === 'agency' ? [stateRow(db, tenant.id)] : [])] };
}
