import { type Ctx, shownMoney } from '../../../core/contract.ts';
import { ownerOf } from '../../foundation/accounts/shared.ts';
import { type AgencyCharges, AgencyPlans } from '../../tenancy/agency-plans/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { type AgencyState, changeAgency, lockAgency, readAgency } from './agency.store.ts';
import { fromDay, minimumOf, monthOf, rampOf, type SpendMonth, spendMonth } from './anniversary.ts';
import { charge } from './charges.service.ts';
import { DeveloperModes, type DeveloperTerms } from './contract.ts';
import { tellOwner } from './mail.ts';
import { type Basis, closeMonth, noteNotice } from './minimum.store.ts';
import { LEAST_CENTS } from './schedule.ts';

/**
 * Lets time pass over the agency's minimum spend: begins its clock, closes each month that is over with a charge of what is missing,
 * and tells of the running shortfall five days before. After days of standstill all months are made up for, each once.
 */
export async function minimumSpend(ctx: Ctx): Promise<void> {
  const { minimumSpend: terms } = await ctx.use(AgencyPlans).charges(ctx.tenant);
  const state = await begun(ctx, await lockAgency(ctx.db, ctx.tenant.id), terms);
  const clock = state.clockAt;
  if (!clock) return;
  let month = spendMonth(clock, state.nextMonth);
  for (; month.due <= ctx.now; month = spendMonth(clock, month.number + 1)) await close(ctx, state, terms, month);
  if (month.number !== state.nextMonth) await changeAgency(ctx.db, ctx.tenant.id, { next_month: month.number });
  if (month.notice <= ctx.now) await notify(ctx, state, terms, month);
}

type Terms = AgencyCharges['minimumSpend'];

/** The clock begins when a minimum is first asked of an agency that somebody works in; developer mode ends when it is seen to be off. */
async function begun(ctx: Ctx, state: AgencyState, terms: Terms): Promise<AgencyState> {
  let now = state;
  if (terms.on && !state.standardAt && (await isActive(ctx))) now = { ...now, standardAt: ctx.now, clockAt: state.clockAt ?? ctx.now };
  if (state.developerAt && !state.developerUntil && !(await isDeveloper(ctx))) now = { ...now, developerUntil: ctx.now };
  if (now !== state)
    await changeAgency(ctx.db, ctx.tenant.id, {
      ...(now.clockAt ? { clock_at: now.clockAt } : {}),
      ...(now.standardAt ? { standard_at: now.standardAt } : {}),
      developer_until: now.developerUntil,
    });
  return now;
}

/** An agency is active once its owner has set a password. */
async function isActive(ctx: Ctx): Promise<boolean> {
  return (await ownerOf(ctx, ctx.tenant.id))?.status === 'active';
}

async function isDeveloper(ctx: Ctx): Promise<boolean> {
  return (await ctx.contributions(DeveloperModes)[0]?.isOn(ctx, ctx.tenant.id)) ?? false;
}

/** The least to be spent in a month: the higher of the two minimums that count in it. A month in which one begins counts by days. */
export function minimumFor(state: AgencyState, terms: Omit<Terms, 'excluded'>, month: SpendMonth): { basis: Basis; cents: number } {
  const { clockAt, standardAt, developerAt, developerUntil } = state;
  const since = (begin: Date, ramp: (n: number) => number): number =>
    fromDay(ramp(month.number - monthOf(clockAt!, begin) + 1), begin, month);
  const standard = terms.on && standardAt && standardAt < month.end ? since(standardAt, (n) => minimumOf(terms, n)) : 0;
  const isDeveloping = developerAt && developerAt < month.end && (!developerUntil || developerUntil > month.start);
  const developer = isDeveloping ? since(developerAt, (n) => rampOf(state.developerListCents, state.developerMaxCents, n)) : 0;
  if (developer > standard) return { basis: 'developer', cents: developer };
  return standard > 0 ? { basis: 'standard', cents: standard } : { basis: 'none', cents: 0 };
}

async function figuresOf(ctx: Ctx, state: AgencyState, terms: Terms, month: SpendMonth) {
  const { basis, cents } = minimumFor(state, terms, month);
  const spent = basis === 'none' ? 0 : await ctx.use(Wallet).leadSpend(ctx.tenant.id, month.start, month.end);
  return { figures: { basis, minimum_cents: cents, spent_cents: spent }, short: Math.max(0, cents - spent) };
}

async function close(ctx: Ctx, state: AgencyState, terms: Terms, month: SpendMonth): Promise<void> {
  const { figures, short } = await figuresOf(ctx, state, terms, month);
  const waived = short === 0 ? null : terms.excluded ? ('excluded' as const) : short < LEAST_CENTS ? ('small' as const) : null;
  const cents = waived ? 0 : short;
  const charged =
    cents === 0
      ? null
      : await charge(ctx, {
          key: `minimum:${month.first}`,
          kind: 'minimum_spend',
          description: `Minimum spend ${month.first} to ${month.last}: ${shownMoney(figures.minimum_cents)} less ${shownMoney(figures.spent_cents)} spent on leads`,
          priceCents: cents,
          cents,
          detail: { first: month.first, last: month.last, month: month.number, ...figures },
        });
  await closeMonth(ctx.db, ctx.tenant.id, month, { ...figures, charged_cents: cents, waived, charge_id: charged?.id ?? null }, ctx.now);
}

async function notify(ctx: Ctx, state: AgencyState, terms: Terms, month: SpendMonth): Promise<void> {
  if (terms.excluded || ctx.now >= month.end) return;
  const { figures, short } = await figuresOf(ctx, state, terms, month);
  if (short < LEAST_CENTS || !(await noteNotice(ctx.db, ctx.tenant.id, month, figures, ctx.now))) return;
  const params = {
    from: month.first,
    until: month.last,
    minimum: shownMoney(figures.minimum_cents),
    spent: shownMoney(figures.spent_cents),
    short: shownMoney(short),
  };
  await tellOwner(ctx, 'shortfall', { params });
}

/** How the month under way stands, for its screen; null where no clock runs. */
export async function currentMonth(ctx: Ctx) {
  const { minimumSpend: terms } = await ctx.use(AgencyPlans).charges(ctx.tenant);
  const state = await readAgency(ctx.db, ctx.tenant.id);
  if (!state.clockAt) return null;
  const month = spendMonth(state.clockAt, monthOf(state.clockAt, ctx.now));
  const { figures, short } = await figuresOf(ctx, state, terms, month);
  const next = spendMonth(state.clockAt, month.number + 1);
  return {
    month,
    ...figures,
    short: terms.excluded ? 0 : short,
    excluded: terms.excluded,
    next: { first: next.first, cents: minimumFor(state, terms, next).cents },
  };
}

/**
 * The developer agreement was accepted: the fee is charged, and its minimum counts from now on. One who was away goes on where they
 * left the ramp.
 */
export async function beginDeveloperMode(ctx: Ctx, terms: DeveloperTerms): Promise<void> {
  const state = await lockAgency(ctx.db, ctx.tenant.id);
  await changeAgency(ctx.db, ctx.tenant.id, {
    clock_at: state.clockAt ?? terms.agreedAt,
    developer_at: state.developerAt ?? terms.agreedAt,
    developer_until: null,
    developer_max_cents: terms.minimumMaxCents,
    developer_list_cents: JSON.stringify(terms.minimumListCents),
  });
  await charge(ctx, {
    key: `developer-fee:${terms.agreedAt.toISOString()}`,
    kind: 'developer_fee',
    description: 'Developer mode, charged once',
    priceCents: terms.feeCents,
    cents: terms.feeCents,
  });
}
