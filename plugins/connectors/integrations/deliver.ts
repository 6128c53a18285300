import { Connectors, type Ctx, type Json, type Outcome, Problem } from '../../../core/contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { callAs } from './calls.ts';
import { type Claimed, claimNext, finishClaim, hasArrived, keepStep } from './claims.store.ts';
import { CONNECTOR_GONE } from './connection-states.ts';
import { LeadInvalid } from './contract.ts';
import { type Ending, endingOf, type Tally } from './ending.ts';
import { Lanes } from './lanes.ts';
import { inputOf } from './lead.ts';
import { type Given, sameness, sent } from './sending/fields.ts';
import { unmet } from './sending/rules.ts';
import { idIn, leadIn } from './triggers/subjects.ts';
import { TOPIC } from './topic.ts';

/** At which connection the round of each root stopped in this process: a run that ended early does not begin again with those that it served. */
const served = new Map<number, number>();
/** While calls are under way, how often new work is looked for, in milliseconds. */
const LOOK_EVERY = 250;

/**
 * Delivers what is due below the caller's company until there is no more. Connections take turns, each with one call at a time, and no
 * company has all of the calls, so slow servers hold up nobody but those who gave their addresses.
 */
export async function deliverAll(ctx: Ctx): Promise<void> {
  const lanes = new Lanes();
  const root = ctx.tenant.rootId;
  for (;;) {
    const claim = lanes.free && !ctx.signal.aborted ? await ctx.transaction((tx) => claimNext(tx, lanes.busy, served.get(root))) : null;
    if (claim) {
      const { id, company_id: company, agency_id: agency } = claim.connection;
      served.set(root, id);
      lanes.run(deliver(ctx, claim), { company, agency });
    } else if (lanes.empty) return;
    else await lanes.next(LOOK_EVERY);
  }
}

/** One try: read the lead, call without any transaction, write down what came of it. */
async function deliver(ctx: Ctx, claim: Claimed): Promise<void> {
  try {
    const ending = await attempt(ctx, claim).catch((error: unknown) => endingOf(failure(ctx, claim, error), tallyOf(claim)));
    await ctx.transaction(async (tx) => {
      if (!(await finishClaim(tx, claim, ending))) return;
      await tx.live(TOPIC, claim.connection.company_id);
      if (ending.invalid) await tellInvalid(tx, claim, ending.response);
    });
  } catch (error) {
    // The lease ends by itself, and the delivery is tried again under the same id.
    ctx.log.warn({ delivery: claim.id, error: String(error) }, 'delivery not written down');
  }
}

async function attempt(ctx: Ctx, claim: Claimed): Promise<Ending> {
  await ctx.use(Connectors).catchUp(claim.connection.connector);
  const ready = await ctx.transaction((tx) => prepare(tx, claim));
  if ('state' in ready) return ready;
  const { connector, what, same } = ready;
  const steps = { done: claim.steps, keep: (name: string, value: Json) => ctx.transaction((tx) => keepStep(tx, claim, name, value)) };
  const outcome = await callAs(ctx, connector, claim.connection, (as) =>
    ctx.use(Connectors).run({ ...as, what, deliveryId: claim.eventId, steps }),
  );
  return {
    ...endingOf(outcome, tallyOf(claim)),
    ...(same ? { same } : {}),
    ...(outcome.record === 'invalid' && !claim.isTest && leadIn(claim.subject) !== null ? { invalid: true } : {}),
  };
}

const tallyOf = ({ attempts, connection }: Claimed): Tally => ({ attempts, failures: connection.failures, refused: connection.refused });

/** Announces what the other end said of the lead, under the company whose connection it is. */
async function tellInvalid(tx: Ctx, { connection, subject }: Claimed, note: string): Promise<void> {
  const company = await tx.company(connection.company_id);
  if (!company) return;
  const egress = tx.use(Connectors).find(connection.connector)?.egress ?? ['*'];
  const hosts = egress.includes('*') ? 'own' : 'fixed';
  await tx.as(company, (own) => own.emit(LeadInvalid, { leadId: leadIn(subject)!, connector: connection.connector, hosts, note }));
}

/** Reads connector and lead under the RLS policies of the connection's company, so that it can only ever be given what its company may see. */
async function prepare(tx: Ctx, claim: Claimed) {
  const company = await tx.company(claim.connection.company_id);
  if (!company) return skipped('integrations.log.company-gone');
  return tx.as(company, async (own) => {
    const connector = own.use(Connectors).find(claim.connection.connector);
    if (!connector) return HELD_AS_GONE;
    const given = await givenOf(own, claim);
    if ('state' in given) return given;
    const what = sent(own, connector, claim.connection, given);
    const same = sameness(connector, what);
    // Who sends again what did arrive means it.
    if (same && claim.replayNo === 0 && (await hasArrived(own, claim.connection, same))) return skipped('integrations.log.same');
    return { connector, what, same };
  });
}

/** What there is to send of an occasion, as the connection's company may see it; or why nothing is sent. */
async function givenOf(own: Ctx, { trigger, subject, occasion, createdAt, isTest, connection }: Claimed): Promise<Given | Ending> {
  const source = own
    .use(Connectors)
    .triggers()
    .find((one) => one.trigger.id === trigger);
  if (!source) return TRIGGER_GONE;
  const common = { trigger, at: createdAt.toISOString(), id: idIn(subject), isTest };
  const leadId = leadIn(subject);
  if (leadId === null) {
    const thing = await source.read(own, { subject, occasion });
    return thing ? { common, lead: null, own: thing } : skipped('integrations.log.thing-gone');
  }
  const [lead] = await own.use(Leads).byId([leadId]);
  const beside = lead && !lead.isErased && (await source.read(own, { subject, occasion }));
  if (!lead || !beside) return skipped('integrations.log.lead-gone');
  const rule = unmet(own, connection.rules, lead);
  return rule ? skipped(`integrations.log.rule.${rule}`) : { common, lead: await inputOf(own, lead), own: beside };
}

/** The integration may come back, so its leads are held and not lost. */
const HELD_AS_GONE: Ending = { state: 'held', response: CONNECTOR_GONE, change: { state: 'held' } };

/** The module of what happened is off; the connection goes on with everything else. */
const TRIGGER_GONE: Ending = { state: 'skipped', response: 'integrations.log.trigger-gone', change: null };

/** The log keeps the key; it is put into the reader's language when it is shown. */
const skipped = (why: string): Ending => ({ state: 'skipped', response: why, change: null });

/** What went wrong on our own side: a secret that does not open must be entered again, anything else may pass. */
function failure(ctx: Ctx, claim: Claimed, error: unknown): Outcome {
  if (error instanceof Problem && error.status === 409) return { ok: false, then: 'reauthorise', note: error.code };
  ctx.log.error({ delivery: claim.id, error: String(error) }, 'delivery not attempted');
  return { ok: false, then: 'retry', note: 'core.problem.internal' };
}
