import { DateTime } from 'luxon';
import { type Ctx, dayOf, listOf, notFound, Problem } from '../../../../core/contract.ts';
import { type CampaignTrial, CampaignTrials } from '../../../campaign-management/campaigns/contract.ts';
import { LeadTrials, type TrialCount, type TrialDay } from '../../../lead-intake/leads/contract.ts';
import { BackTests, type ObservedDay, ProductSources } from '../contract.ts';
import { inOrder } from './packed.ts';

/** Local days that are looked at, today among them. */
const DAYS = 30;
const LONGEST_MS = 8_000;
/** PostgreSQL: the statement took longer than it may. */
const TOO_LONG = '57014';

type Counts = Record<string, number>;

/** What a campaign with other settings would have brought in the last 30 days. Throws 404, 422 on a field, 429 while the caller has another one running. */
export async function backTest(ctx: Ctx, campaignId: number, sent: Readonly<Record<string, unknown>>) {
  // Looked up first: somebody else's campaign answers like none, whatever else is running.
  const trial = await ctx.use(CampaignTrials).of(campaignId, sent);
  await alone(ctx);
  try {
    return await tried(ctx, campaignId, sent, trial);
  } catch (error) {
    if ((error as { code?: unknown }).code === TOO_LONG) throw new Problem(503, 'products.problem.back-test-too-long');
    throw error;
  }
}

/** One at a time for each person, for so long, and nothing can be written from here on. */
async function alone(ctx: Ctx): Promise<void> {
  const { rows } = (await ctx.db.raw(`select pg_try_advisory_xact_lock(hashtext('products.back-test'), ?) as free`, [
    ctx.actor.kind === 'user' ? ctx.actor.id : 0,
  ])) as { rows: [{ free: boolean }] };
  if (!rows[0].free) throw new Problem(429, 'products.problem.back-test-busy', { headers: { 'retry-after': '5' } });
  await ctx.db.raw(`set local statement_timeout = ${LONGEST_MS}; set transaction read only`);
}

async function tried(ctx: Ctx, campaignId: number, sent: Readonly<Record<string, unknown>>, trial: CampaignTrial) {
  const { rules, caps } = trial;
  const product = ctx.contributions(BackTests).find((one) => one.product === rules.product);
  if (!product) throw notFound();
  const { timezone } = rules;
  const begin = DateTime.fromJSDate(ctx.now, { zone: timezone })
    .startOf('day')
    .minus({ days: DAYS - 1 });
  const dates = Array.from({ length: DAYS }, (_, n) => begin.plus({ days: n }));
  const span = { from: begin.toJSDate(), to: ctx.now, first: begin.toISODate()!, last: dayOf(ctx.now, timezone) };
  const { days, personAt, standsFor } = await product.observed(ctx, trial, sent, span);
  const byDay = new Map(days.map((day) => [day.day, day]));
  const wanted = dates.map((date): TrialDay => {
    const day = date.toISODate()!;
    return { day, begins: date.toJSDate(), ...inOrder(byDay.get(day)?.wanted ?? null) };
  });
  const own = [campaignId, ...(standsFor ? [standsFor.id] : [])];
  const run = await ctx
    .use(LeadTrials)
    .run({ rules, caps, own, personAt, from: span.from, to: span.to, days: wanted, waits: product.waits ?? false });
  const screened = new Set(
    Object.keys(ctx.contributions(ProductSources).find((one) => one.product === rules.product)?.source.outcomes ?? {}),
  );
  const rows = run.days.map((count) => dayRow(byDay.get(count.day), count, caps.centsEach, screened));
  const reasons = reasonsOf(ctx, rows, run.waiting);
  const sum = (field: 'observed' | 'recognised' | 'notKnown' | 'leads' | 'cost_cents'): number =>
    rows.reduce((all, row) => all + row[field], 0);
  return {
    first: span.first,
    last: span.last,
    timezone,
    observed: sum('observed'),
    recognised: sum('recognised'),
    notKnown: sum('notKnown'),
    leads: sum('leads'),
    cost_cents: sum('cost_cents'),
    price_cents: caps.centsEach,
    standsFor: standsFor?.name ?? '',
    days: { data: rows },
    reasons: listOf(reasons, reasons.length, { page: 1, perPage: Math.max(1, reasons.length) }),
  };
}

/** Who is screened was observed and not recognised. */
function dayRow(observed: ObservedDay | undefined, { day, lead, ...others }: TrialCount, cents: number, screened: ReadonlySet<string>) {
  const ended: Counts = Object.fromEntries(Object.entries({ ...observed?.ended, ...others }).filter(([, count]) => count > 0));
  const unrecognised = Object.entries(ended).reduce((all, [name, count]) => all + (screened.has(name) ? count : 0), 0);
  const all = observed?.observed ?? 0;
  return {
    day,
    observed: all,
    recognised: Math.max(0, all - unrecognised),
    notKnown: observed?.notKnown ?? 0,
    leads: lead,
    cost_cents: lead * cents,
    ended,
  };
}

/** Why the others would have been no leads, in the words and order of the real counts. */
function reasonsOf(ctx: Ctx, rows: readonly { ended: Counts }[], waiting: number) {
  const counts: Counts = waiting > 0 ? { cap: waiting } : {};
  for (const { ended } of rows) for (const [name, count] of Object.entries(ended)) counts[name] = (counts[name] ?? 0) + count;
  return [...ctx.use(LeadTrials).declared()].flatMap(([outcome, { title, why }]) =>
    counts[outcome] ? [{ outcome, title: ctx.t(title), why: ctx.t(why), count: counts[outcome] }] : [],
  );
}
