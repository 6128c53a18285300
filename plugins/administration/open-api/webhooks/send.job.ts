import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { type EventRow, eventOut, eventsAfter } from '../events/feed.store.ts';
import { noteDelivery } from './deliveries.store.ts';
import { agenciesWithWork, claimEndpoint, type EndpointRow, settleEndpoint } from './endpoints.store.ts';
import { type Answer, post, secretsOf } from './post.ts';

/** Seconds before the next try after so many failures in a row: up to about three days in all, then the endpoint is stopped. */
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const BATCH = 50;
type Claimed = EndpointRow & { claim: string };

/** Sends events to the endpoints of agencies, to each in their order and at least once. Woken by new events; the period is for repeated tries. */
export const sendJob = defineJob({
  id: 'open-api.send',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '10 seconds',
  db: 'intent',
  queue: { agencies: agenciesWithWork },
  async run(ctx) {
    for (let endpoint = await claim(ctx); endpoint; endpoint = await claim(ctx)) await sendBatch(ctx, endpoint);
  },
});

const claim = (ctx: Ctx): Promise<Claimed | undefined> => ctx.transaction((tx) => claimEndpoint(tx));

/** Sends the next events of an endpoint until one fails, and gives it back. */
async function sendBatch(ctx: Ctx, endpoint: Claimed): Promise<void> {
  const { events, secrets } = await ctx.transaction(async (tx) => ({
    events: await eventsAfter(tx, {
      agencyId: endpoint.company_id,
      after: Number(endpoint.position),
      sandbox: endpoint.sandbox,
      most: BATCH,
    }),
    secrets: await secretsOf(tx, endpoint),
  }));
  for (const [i, event] of events.entries()) {
    const keep = i < events.length - 1;
    const answer = isWanted(endpoint, event) ? await post(ctx, endpoint.url, secrets, eventOut(event)) : null;
    const change = answer?.error ? failed(ctx, endpoint, answer) : done(ctx, event, answer);
    const held = await ctx.transaction(async (tx) => {
      const settled = await settleEndpoint(tx, endpoint, change, keep && !answer?.error);
      if (settled && answer) await noteDelivery(tx, endpoint, { position: event.position, type: event.type }, answer);
      return settled;
    });
    if (!held || answer?.error) return;
  }
}

const isWanted = ({ types }: EndpointRow, { type }: EventRow): boolean => types.length === 0 || types.includes(type);

/** An event that was taken, or that the endpoint did not want. */
const done = (ctx: Ctx, { position }: EventRow, answer: Answer | null): Record<string, unknown> => ({
  position,
  ...(answer ? { failures: 0, last_sent_at: ctx.now, last_status: answer.status, last_error: null } : {}),
});

/** Gone is gone; everything else is tried again for some days. */
function failed(ctx: Ctx, { failures }: EndpointRow, { status, error }: Answer): Record<string, unknown> {
  const pause = status === 410 ? undefined : PAUSES[failures];
  return {
    failures: failures + 1,
    last_sent_at: ctx.now,
    last_status: status,
    last_error: error,
    ...(pause === undefined ? { state: 'stopped' } : { next_at: new Date(ctx.now.getTime() + pause * 1000) }),
  };
}
