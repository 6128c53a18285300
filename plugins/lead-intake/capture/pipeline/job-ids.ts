import type { Ctx } from '../../../../core/contract.ts';

/** Ids that the endpoint, the pipeline, the look-ups and what forgets visitors wake each other by. */
export const PIPELINE = 'capture.pipeline';
export const LOOKUP = 'capture.lookup';
export const WITHDRAWAL = 'capture.withdrawals';

/** Wakes a job after commit. By its id alone: the jobs wake each other and cannot import each other. */
export const wakeUp = (ctx: Ctx, id: typeof PIPELINE | typeof LOOKUP | typeof WITHDRAWAL, afterMs?: number): Promise<void> =>
  ctx.wake({ id }, afterMs);
