import { Connectors, type Ctx, type Outcome, Problem } from '../../core/contract.ts';
import { Leads } from '../capture/contract.ts';
import { type Claimed, claimNext, type Ending, finishClaim } from './claims.store.ts';
import { openAuth } from './credentials.ts';
import { LeadInvalid } from './contract.ts';
import { actionOf, inputOf, plainNote } from './lead.ts';
import { tellOwner } from './notices.ts';
import { restAfter, retryAfter } from './retry.ts';

/** Topic of the screens' live news. */
const TOPIC = 'integrations';
/** Calls under way at once in one process. They wait for other people's servers, so there may be many. */
const LANES = 32;
/** While calls are under way, how often new work is looked for, in milliseconds. */
const LOOK_EVERY = 250;

/**
 * Delivers what is due below the caller's company until there is no more. Connections take turns, each with one call at a time,
 * so a slow one holds up nobody but itself.
 */
export async function deliverAll(ctx: Ctx): Promise<void> {
  const busy = new Set<Promise<void>>();
  for (;;) {
    const claim = busy.size < LANES && !ctx.signal.aborted ? await ctx.transaction(claimNext) : null;
    if (claim) {
      const lane = deliver(ctx, claim).finally(() => busy.delete(lane));
      busy.add(lane);
    } else if (busy.size === 0) return;
    else await Promise.race([...busy, new Promise((wake) => setTimeout(wake, LOOK_EVERY))]);
  }
}

/** One try: read the lead, call without any transaction, write down what came of it. */
async function deliver(ctx: Ctx, claim: Claimed): Promise<void> {
  try {
    const ending = await attempt(ctx, claim).catch((error: unknown) => endingOf(failure(ctx, claim, error), claim.attempts));
    const written = await ctx.transaction(async (tx) => {
      if (!(await finishClaim(tx, claim, ending))) return false;
      await tx.live(TOPIC, claim.connection.company_id);
      if (ending.invalid) await tellInvalid(tx, claim, ending.response);
      return true;
    });
    // In a transaction of its own: a mail that fails must not undo what is known about the delivery.
    const alarming = ending.connection !== undefined && ending.connection !== 'ok' && claim.connection.state === 'ok';
    if (written && alarming) await ctx.transaction((tx) => tellOwner(tx, claim.connection, ending.response));
  } catch (error) {
    // The lease ends by itself, and the delivery is tried again under the same id.
    ctx.log.warn({ delivery: claim.id, error: String(error) }, 'delivery not written down');
  }
}

async function attempt(ctx: Ctx, claim: Claimed): Promise<Ending> {
  const ready = await ctx.transaction((tx) => prepare(tx, claim));
  if ('state' in ready) return ready;
  const auth = await openAuth(ctx, claim.connection);
  const outcome = await ctx.use(Connectors).run({ ...ready, auth, deliveryId: claim.eventId });
  return { ...endingOf(outcome, claim.attempts), ...(outcome.lead === 'invalid' && !ready.input['isTest'] ? { invalid: true } : {}) };
}

/** Announces what the other end said of the lead, under the company whose connection it is. */
async function tellInvalid(tx: Ctx, { connection, leadId }: Claimed, note: string): Promise<void> {
  const company = await tx.company(connection.company_id);
  if (!company) return;
  const egress = tx.use(Connectors).find(connection.connector)?.egress ?? ['*'];
  const hosts = egress.includes('*') ? 'own' : 'fixed';
  await tx.as(company, (own) => own.emit(LeadInvalid, { leadId, connector: connection.connector, hosts, note }));
}

/** Reads connector and lead within the connection's own walls, so that it can only ever be given what its company may see. */
async function prepare(tx: Ctx, claim: Claimed) {
  const company = await tx.company(claim.connection.company_id);
  if (!company) return skipped('integrations.log.company-gone');
  return tx.as(company, async (own) => {
    const connector = own.use(Connectors).find(claim.connection.connector);
    if (!connector) return skipped('integrations.log.connector-gone');
    const [lead] = await own.use(Leads).byId([claim.leadId]);
    return lead ? { connector, action: actionOf(connector), input: inputOf(lead) } : skipped('integrations.log.lead-gone');
  });
}

/** The log keeps the key; it is put into the reader's language when it is shown. */
const skipped = (why: string): Ending => ({ state: 'skipped', response: why });

/** What went wrong on our own side: a secret waits for a person, anything else may pass. */
function failure(ctx: Ctx, claim: Claimed, error: unknown): Outcome {
  if (error instanceof Problem && error.status === 409) return { ok: false, then: 'hold', note: error.code };
  ctx.log.error({ delivery: claim.id, error: String(error) }, 'delivery not attempted');
  return { ok: false, then: 'retry', note: 'core.problem.internal' };
}

function endingOf(outcome: Outcome, attempts: number): Ending {
  const response = plainNote(outcome.note ?? '');
  if (outcome.ok) return { state: 'delivered', response, connection: 'ok' };
  if (outcome.then === 'disable') return { state: 'held', response, connection: 'disabled' };
  if (outcome.then === 'hold') return { state: 'held', response, connection: 'held' };
  const again = retryAfter(attempts);
  return again === null
    ? { state: 'dead', response, connection: 'held', rest: restAfter(attempts) }
    : { state: 'failed', response, again, rest: restAfter(attempts) };
}
