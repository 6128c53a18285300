import { type Ctx, defineJob, T } from '../../../../core/contract.ts';
import { type CampaignRules, Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Exclusions } from '../../../campaign-management/exclusions/contract.ts';
import { LeadIntake, type LeadPerson } from '../../leads/contract.ts';
import { addPeople, type Identifier, recognise, surestIdentifier } from '../identity/graph.store.ts';
import { graphRecord, PERSON_KEY } from '../identity/person.ts';
import { LOOKUP, PIPELINE, wakeUp } from '../pipeline/job-ids.ts';
import { agenciesWith, claimVisits, moveVisits, identifiersOf, type Visit } from '../pipeline/queue.store.ts';
import { wasCollecting } from '../pipeline/rules.ts';
import { withdrawnOf } from '../withdrawal/withdrawal.store.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { addLookups } from './lookups.store.ts';
import { askSupplier } from './supplier.client.ts';
import { paidQuestionsOf } from './paid-questions.ts';
import { SECRET_PLACE, Supplier, type SupplierSettings } from './supplier.settings.ts';

const AT_ONCE = 20;
const RETRY_SECONDS = 60;
const breaker = new CircuitBreaker();

interface Answered {
  identifier: Identifier;
  visits: Visit[];
  /** Null: the supplier knows nobody. Undefined: it did not answer. */
  person: LeadPerson | null | undefined;
}

/** Asks the supplier about visitors whom the graph does not know, outside any transaction, and gives their visits back to the pipeline. */
export const lookupJob = defineJob({
  id: LOOKUP,
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '1 minute',
  db: 'intent',
  queue: { agencies: (platform) => agenciesWith(platform, 'lookup') },
  async run(ctx) {
    const settings = await ctx.setting(Supplier);
    const visits = await ctx.transaction((inner) => takeAskable(inner, settings));
    if (visits.length === 0) return;
    const secret = settings.secret ? await ctx.secrets.open(ctx.tenant.rootId, SECRET_PLACE, settings.secret) : '';
    const answered = await Promise.all([...byIdentifier(visits).values()].map((same) => ask(ctx, settings, secret, same)));
    await ctx.transaction((inner) => keep(inner, settings, answered));
  },
});

/**
 * Claims visits worth paying for; the lease keeps other workers from asking about them too. Sent back unasked are those whose
 * campaign closed, whose visitor took their consent back, whose e-mail is excluded, those that nobody could pay for, and those beyond what the campaign may ask in a day.
 */
async function takeAskable(ctx: Ctx, settings: SupplierSettings): Promise<Visit[]> {
  const claimed = await claimVisits(ctx.db, ctx.tenant.id, 'lookup', AT_ONCE);
  if (settings.on && !breaker.allows(Date.now())) {
    await moveVisits(ctx.db, claimed, { state: 'lookup', leaseSeconds: RETRY_SECONDS });
    return [];
  }
  const rules = await ctx.use(Campaigns).rules([...new Set(claimed.map((v) => v.campaign_id))]);
  const withdrawn = await withdrawnOf(ctx.db, claimed);
  const open = settings.on
    ? claimed.filter(
        (v) => !withdrawn.has(v) && rules.has(v.campaign_id) && wasCollecting(rules.get(v.campaign_id)!, undefined, v, ctx.now),
      )
    : [];
  const excluded = await ctx
    .use(Exclusions)
    .screen(open.map((v) => ({ companyId: rules.get(v.campaign_id)!.companyId, email: '', emailHash: v.email_hash })));
  const allowed = open.filter((_, n) => !excluded.has(n));
  const payable: Visit[] = [];
  for (const [, group] of Map.groupBy(allowed, (v) => `${rules.get(v.campaign_id)!.product} ${rules.get(v.campaign_id)!.companyId}`)) {
    const { product, companyId } = rules.get(group[0]!.campaign_id)!;
    payable.push(...group.slice(0, await ctx.use(LeadIntake).payable({ companyId, product, leads: group.length })));
  }
  const askable = await inBudget(ctx, payable, rules);
  const chosen = new Set(askable);
  const back = claimed.filter((v) => !chosen.has(v));
  await moveVisits(ctx.db, back, { state: 'pending', asked: true });
  await moveVisits(ctx.db, askable, { state: 'lookup', leaseSeconds: Math.ceil(settings.timeoutMs / 1000) + 30 });
  if (back.length > 0) await wakeUp(ctx, PIPELINE);
  return askable;
}

/** Those of the visits that their campaigns may still ask about today; visits of one visitor are one question. */
async function inBudget(ctx: Ctx, visits: readonly Visit[], rules: ReadonlyMap<number, CampaignRules>): Promise<Visit[]> {
  const budget = paidQuestionsOf(ctx);
  const asked: Visit[] = [];
  // In the order of the keys, so that two workers never wait for each other crosswise.
  for (const [campaignId, own] of [...Map.groupBy(visits, (v) => v.campaign_id)].toSorted(([a], [b]) => a - b)) {
    const { companyId, timezone } = rules.get(campaignId)!;
    const questions = [...byIdentifier(own).values()];
    const got = await budget.take({ campaignId, companyId, timezone }, questions.length);
    asked.push(...questions.slice(0, got).flat());
  }
  return asked;
}

/** One question for each identifier, however many visits share it. */
const byIdentifier = (visits: readonly Visit[]): Map<string, Visit[]> =>
  Map.groupBy(visits, (v) => {
    const { kind, value } = surestIdentifier(identifiersOf(v));
    return `${kind} ${value.toString('hex')}`;
  });

async function ask(ctx: Ctx, settings: SupplierSettings, secret: string, visits: Visit[]): Promise<Answered> {
  const first = visits[0]!;
  const identifier = surestIdentifier(identifiersOf(first));
  try {
    const person = await askSupplier(ctx.http, settings, secret, {
      visitor: first.visitor,
      emailHash: first.email_hash?.toString('hex') ?? '',
      ip: first.ip,
      url: first.url,
      id: `${first.slot}-${first.fingerprint}`,
    });
    breaker.succeeded();
    return { identifier, visits, person };
  } catch (error) {
    breaker.failed(Date.now());
    ctx.log.warn({ error: String(error) }, 'identity supplier');
    return { identifier, visits, person: undefined };
  }
}

async function keep(ctx: Ctx, settings: SupplierSettings, answered: readonly Answered[]): Promise<void> {
  const secret = ctx.secrets.key(PERSON_KEY);
  const people = answered.flatMap((a) => {
    const record = a.person ? graphRecord(secret, a.person) : null;
    return record ? [{ ...a, record }] : [];
  });
  await addPeople(
    ctx.db,
    people.map((p) => p.record),
    'supplier',
  );
  const found = new Set(people.map((p) => p.identifier));
  const silent = answered.filter((a) => a.person !== undefined && !found.has(a.identifier));
  await recognise(
    ctx.db,
    people.map((p) => ({ identifier: p.identifier, key: Buffer.from(p.record['person_key']!, 'hex') })),
    ctx.now,
  );
  await recognise(
    ctx.db,
    silent.map((a) => ({ identifier: a.identifier, key: null })),
    ctx.now,
  );

  const failed = answered.filter((a) => a.person === undefined);
  await moveVisits(
    ctx.db,
    failed.flatMap((a) => a.visits),
    { state: 'lookup', leaseSeconds: RETRY_SECONDS },
  );
  await moveVisits(
    ctx.db,
    answered.filter((a) => a.person !== undefined).flatMap((a) => a.visits),
    { state: 'pending', asked: true },
  );
  await addLookups(ctx, {
    asked: answered.length,
    found: people.length,
    failed: failed.length,
    costCents: settings.costCents * (answered.length - failed.length),
  });
  await wakeUp(ctx, PIPELINE);
}
