import { Connectors, type Ctx, defineJob, type Outcome, Problem, T } from '../../../../core/contract.ts';
import { callAs } from '../calls.ts';
import { settle } from '../connection-state.store.ts';
import { closing } from '../ending.ts';
import { plainNote } from '../lead.ts';
import { retryAfter } from '../retry.ts';
import { claimErasure, type ClaimedErasure, emailsOf, type ErasureEnding, finishErasure, rootsWithErasures } from './erasures.store.ts';

/** Seconds until the next try where nothing but a person's repair or the other system's recovery will help. */
const DAILY = 86_400;

/** Asks other systems to erase people; woken by a request and by connections that work again. */
export const eraseJob = defineJob({
  id: 'integrations.erase',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '1 minute',
  db: 'intent',
  queue: { agencies: rootsWithErasures },
  async run(ctx) {
    for (let claim = await next(ctx); claim; claim = await next(ctx)) await erase(ctx, claim);
  },
});

const next = async (ctx: Ctx): Promise<ClaimedErasure | null> => (ctx.signal.aborted ? null : ctx.transaction(claimErasure));

async function erase(ctx: Ctx, claim: ClaimedErasure): Promise<void> {
  const outcome = await outcomeOf(ctx, claim);
  const ending = outcome === null ? MANUAL : endingOf(outcome, claim.attempts);
  await ctx.transaction(async (tx) => {
    const { connection } = claim;
    // The connection is locked before what hangs on it, as everywhere.
    const now = connection
      ? ((await tx.db('integrations_connection').where({ id: connection.id }).forUpdate().first('revision')) as
          | { revision: number }
          | undefined)
      : undefined;
    if (!(await finishErasure(tx, claim, ending))) return;
    if (connection && now?.revision === connection.revision && outcome && !outcome.ok && outcome.then === 'reauthorise')
      await settle(tx, connection.id, closing({ ...outcome, then: 'reauthorise' }));
    const company = await tx.company(claim.company_id);
    if (!company) return;
    await tx.live('integrations', company.id);
    if (ending.state === 'failed' || ending.state === 'pending') return;
    await tx.as(company, (own) =>
      own.audit({
        action: `integrations.erasure-${ending.state}`,
        description: `Erasure at ${claim.name}: ${ending.state}${ending.response ? ` (${ending.response})` : ''}`,
        target: claim.id,
        params: { name: claim.name, response: ending.response },
      }),
    );
  });
}

/** What the other system said; null where it cannot be asked at all. */
async function outcomeOf(ctx: Ctx, claim: ClaimedErasure): Promise<Outcome | null> {
  const { connection } = claim;
  if (!connection) return null;
  await ctx.use(Connectors).catchUp(claim.connector);
  const connector = await ctx.transaction(async (tx) => {
    const company = await tx.company(claim.company_id);
    return company ? tx.as(company, async (own) => own.use(Connectors).find(claim.connector)) : null;
  });
  if (!connector?.erase) return null;
  try {
    const erased = { refs: claim.refs, emails: await emailsOf(ctx, claim) };
    return await callAs(ctx, connector, connection, (as) =>
      ctx.use(Connectors).run({ ...as, what: { erase: erased }, deliveryId: claim.key }),
    );
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return { ok: false, then: 'reauthorise', note: error.code };
    ctx.log.error({ erasure: claim.id, error: String(error) }, 'erasure not attempted');
    return { ok: false, then: 'retry', note: 'core.problem.internal' };
  }
}

const MANUAL: ErasureEnding = { state: 'manual', response: '' };

function endingOf(outcome: Outcome, attempts: number): ErasureEnding {
  const response = plainNote(outcome.note ?? '');
  if (outcome.ok) return { state: 'done', response };
  if (outcome.then === 'reject') return { state: 'refused', response };
  if (outcome.then !== 'retry') return { state: 'failed', response, again: DAILY };
  if (outcome.paced) return { state: 'pending', response, again: outcome.after ?? 1, uncounted: true };
  return { state: 'failed', response, again: outcome.after ?? retryAfter(attempts) ?? DAILY };
}
