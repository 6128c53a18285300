import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { agenciesWaiting, claim, putOff } from './schedules.store.ts';
import { send } from './send.ts';

const AT_ONCE = 20;
/** Seconds until another try; after the last one it has failed. */
const PAUSES = [60, 300, 1_800, 7_200];

/** Sends what waits, each in a transaction of its own: the mail and that it was sent come true together. */
export const deliverReports = defineJob({
  id: 'reports.deliver',
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  queue: { agencies: agenciesWaiting },
  async run(ctx) {
    for (let n = 0; n < AT_ONCE; n += 1) if (!(await sendNext(ctx))) return;
  },
});

/** Answers whether there was one. */
async function sendNext(ctx: Ctx): Promise<boolean> {
  let claimed: { id: string; tries: number } | undefined;
  try {
    return await ctx.transaction(async (inner) => {
      const delivery = await claim(inner.db, inner.tenant.id);
      if (!delivery) return false;
      claimed = delivery;
      await send(inner, delivery);
      return true;
    });
  } catch (error) {
    if (!claimed) throw error;
    const { id, tries } = claimed;
    ctx.log.error({ delivery: id, error: String(error) }, 'report not sent');
    await ctx.transaction((inner) => putOff(inner.db, id, PAUSES[tries] ?? null));
    return true;
  }
}
