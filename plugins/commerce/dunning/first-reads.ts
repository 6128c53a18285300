import type { Ctx, ReadsAhead } from '../../../core/contract.ts';
import { stageOf } from './agency.store.ts';
import { arrearsRow } from './arrears.store.ts';

/** Whether the actor's company owes. */
export function firstReads({ db, tenant }: Ctx): ReadsAhead {
  if (tenant.kind === 'root') return {};
  return { rows: [tenant.kind === 'client' ? arrearsRow(db, tenant.id) : stageOf(db, tenant.id)] };
}
