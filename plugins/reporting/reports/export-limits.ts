import type { Ctx } from '../../../core/contract.ts';
import { type ExportLimit, ExportLimits } from './contract.ts';

/** What holds leads back from the caller's files. Lists on the screen show them all the same. */
export async function exportLimits(ctx: Ctx): Promise<ExportLimit[]> {
  const limits: ExportLimit[] = [];
  for (const of of ctx.contributions(ExportLimits)) {
    const limit = await of(ctx);
    if (limit) limits.push(limit);
  }
  return limits;
}
