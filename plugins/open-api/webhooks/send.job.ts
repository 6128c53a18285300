import { type Ctx, defineJob, Problem, T } from '../../../core/contract.ts';
import { type EventRow, eventIdOf, eventOut, eventsAfter } from '../events/feed.store.ts';
import { agenciesWithWork, claimEndpoint, type EndpointRow, secretPlace, settleEndpoint } from './endpoints.store.ts';
import { signed } from './signature.ts';

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
  const { events, secret } = await ctx.transaction(async (tx) => ({
    events: await eventsAfter(tx, {
      agencyId: endpoint.company_id,
      after: Number(endpoint.position),
      sandbox: endpoint.sandbox,
      most: BATCH,
    }),
    secret: await tx.secrets.open(endpoint.company_id, secretPlace(endpoint.id), endpoint.secret),
  }));
  for (const [i, event] of events.entries()) {
    const keep = i < events.length - 1;
    const outcome = isWanted(endpoint, event) ? await post(ctx, endpoint, secret, event) : null;
    const change = outcome?.error ? failed(ctx, endpoint, outcome) : done(ctx, event, outcome);
    const held = await ctx.transaction((tx) => settleEndpoint(tx, endpoint, change, keep && !outcome?.error));
    if (!held || outcome?.error) return;
  }
}

const isWanted = ({ types }: EndpointRow, { type }: EventRow): boolean => types.length === 0 || types.includes(type);

interface Outcome {
  status: number | null;
  /** Empty: it was taken. */
  error: string;
}

async function post(ctx: Ctx, { url }: EndpointRow, secret: string, event: EventRow): Promise<Outcome> {
  const { id, type, at, sandbox, data } = eventOut(event);
  const body = JSON.stringify({ id, type, timestamp: at, sandbox, data });
  try {
    const headers = signed(secret, eventIdOf(event.agency_id, event.position), new Date(), body);
    const { status } = await ctx.http.fetch({ method: 'POST', url, headers, body, timeoutMs: 15_000 });
    return { status, error: status >= 200 && status < 300 ? '' : `HTTP ${status}` };
  } catch (error) {
    return { status: null, error: error instanceof Problem ? 'The address cannot be reached' : 'No answer in time' };
  }
}

/** An event that was taken, or that the endpoint did not want. */
const done = (ctx: Ctx, { position }: EventRow, outcome: Outcome | null): Record<string, unknown> => ({
  position,
  ...(outcome ? { failures: 0, last_sent_at: ctx.now, last_status: outcome.status, last_error: null } : {}),
});

/** Gone is gone; everything else is tried again for some days. */
function failed(ctx: Ctx, { failures }: EndpointRow, { status, error }: Outcome): Record<string, unknown> {
  const pause = status === 410 ? undefined : PAUSES[failures];
  return {
    failures: failures + 1,
    last_sent_at: ctx.now,
    last_status: status,
    last_error: error,
    ...(pause === undefined ? { state: 'stopped' } : { next_at: new Date(ctx.now.getTime() + pause * 1000) }),
  };
}
