import {
  asking,
  conflict,
  type Ctx,
  defineForm,
  defineRoute,
  List,
  listOf,
  notFound,
  pageOf,
  PageQuery,
  type Static,
  T,
  type Tenant,
} from '../../../core/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { retry } from './charges.service.ts';
import { type Charge, chargeById, historyOf } from './charges.store.ts';
import { whatIsCharged } from './charge-text.ts';
import { CHARGE_KINDS, CHARGE_STATES } from './contract.ts';
import { currentMonth } from './minimum.service.ts';
import { closedMonths } from './minimum.store.ts';
import { onboardingCents, onboardingOf, payOnboarding } from './onboarding.service.ts';

const CompanyId = T.Object({ companyId: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const ChargeId = T.Object({ id: T.String({ format: 'uuid' }) });
const Done = T.Object({ result: T.String(), message: T.String() });
const CouponCode = T.Object({ coupon_code: T.Optional(T.String({ maxLength: 60 })) });
const codeOf = (body: Static<typeof CouponCode>): string => body.coupon_code?.trim() ?? '';
const Paging = T.Object(PageQuery);

const ChargeRow = T.Object({
  id: T.String(),
  created_at: T.String(),
  finished_at: T.Union([T.String(), T.Null()]),
  kind: T.Enum([...CHARGE_KINDS]),
  description: T.String(),
  price_cents: T.Integer(),
  cents: T.Integer(),
  coupon: T.String(),
  state: T.Enum([...CHARGE_STATES]),
  /** Why the last try failed, in words. */
  reason: T.String(),
  /** When it is tried again by itself. */
  retry_at: T.Union([T.String(), T.Null()]),
});

const rowOf = (ctx: Ctx, c: Charge) => ({
  id: c.id,
  created_at: c.createdAt.toISOString(),
  finished_at: c.finishedAt?.toISOString() ?? null,
  kind: c.kind,
  description: whatIsCharged(ctx, c),
  price_cents: c.priceCents,
  cents: c.cents,
  coupon: c.coupon ?? '',
  state: c.state,
  reason: c.reason === null ? '' : ctx.t(`agency-billing.reason.${c.reason}`),
  retry_at: c.retryAt?.toISOString() ?? null,
});

async function page(ctx: Ctx, agencyId: number, query: { Page?: number; PerPage?: number }) {
  const at = pageOf(query);
  const { rows, total } = await historyOf(ctx, agencyId, at);
  return listOf(
    rows.map((row) => rowOf(ctx, row)),
    total,
    at,
  );
}

/** An agency that the operator oversees; anything else is not there. */
async function overseen(ctx: Ctx, id: number): Promise<Tenant> {
  const company = await ctx.company(id);
  if (company?.kind !== 'agency') throw notFound();
  return company;
}

const MonthRow = T.Object({
  first: T.String(),
  last: T.String(),
  basis: T.Enum(['standard', 'developer', 'none']),
  minimum_cents: T.Integer(),
  spent_cents: T.Integer(),
  charged_cents: T.Integer(),
  waived: T.String(),
});

export const agencyBillingRoutes = [
  defineRoute({
    id: 'agency-billing.charges',
    method: 'GET',
    path: '/agency-billing/charges',
    summary: 'What the agency was charged beside its wallet, newest first',
    ability: ['read', 'AgencyCharge'],
    query: Paging,
    response: List(ChargeRow),
    handler: (ctx, { query }) => page(ctx, ctx.tenant.id, query),
  }),
  defineRoute({
    id: 'agency-billing.charges-of',
    method: 'GET',
    path: '/agency-billing/charges/of/:companyId',
    summary: 'What an agency was charged beside its wallet, newest first',
    ability: ['oversee', 'AgencyCharge'],
    params: CompanyId,
    query: Paging,
    response: List(ChargeRow),
    handler: async (ctx, { params, query }) => page(ctx, (await overseen(ctx, params.companyId)).id, query),
  }),
  ...asking(
    defineRoute({
      id: 'agency-billing.pay',
      method: 'PUT',
      path: '/agency-billing/charges/:id/payment',
      summary: 'Try a failed charge again with the card that is kept now',
      ability: ['pay', 'AgencyCharge'],
      stepUp: true,
      charges: true,
      db: 'intent',
      params: ChargeId,
      response: Done,
      async handler(ctx, { params }) {
        const begun = await ctx.transaction((tx) => beginAgain(tx, params.id));
        const outcome = begun.operationId ? await ctx.use(Payments).outcome(begun.operationId) : null;
        if (outcome?.state === 'succeeded') return { result: 'success', message: ctx.t('agency-billing.paid') };
        if (outcome && outcome.state !== 'failed') throw conflict('agency-billing.problem.waiting');
        const code = `agency-billing.reason.${outcome?.reason ?? begun.reason ?? 'declined'}`;
        throw outcome ? await ctx.use(Payments).refusal(outcome, code) : conflict(code);
      },
    }),
    (ctx, { params }) =>
      ctx.transaction(async (tx) => {
        const charged = await payableCharge(tx, params.id);
        return tx.use(Payments).question(tx.tenant.id, {
          what: tx.t('agency-billing.ask.charge', { description: whatIsCharged(tx, charged) }),
          cents: charged.cents,
        });
      }),
  ),
  defineRoute({
    id: 'agency-billing.minimum-spend',
    method: 'GET',
    path: '/agency-billing/minimum-spend',
    summary: 'How the month of minimum spend under way stands',
    ability: ['read', 'AgencyCharge'],
    response: T.Object({
      state: T.Enum(['off', 'excluded', 'met', 'short']),
      first: T.String(),
      last: T.String(),
      due_at: T.String(),
      basis: T.String(),
      minimum_cents: T.Integer(),
      spent_cents: T.Integer(),
      short_cents: T.Integer(),
      /** What the month after asks for, and when it begins. */
      next_first: T.String(),
      next_cents: T.Integer(),
    }),
    async handler(ctx) {
      const now = ctx.tenant.kind === 'agency' ? await currentMonth(ctx) : null;
      if (!now || now.basis === 'none') return NO_MONTH;
      return {
        state: now.excluded ? ('excluded' as const) : now.short > 0 ? ('short' as const) : ('met' as const),
        first: now.month.first,
        last: now.month.last,
        due_at: now.month.due.toISOString(),
        basis: now.basis,
        minimum_cents: now.minimum_cents,
        spent_cents: now.spent_cents,
        short_cents: now.short,
        next_first: now.next.first,
        next_cents: now.next.cents,
      };
    },
  }),
  defineRoute({
    id: 'agency-billing.months',
    method: 'GET',
    path: '/agency-billing/minimum-spend/months',
    summary: 'Closed months of minimum spend, newest first',
    ability: ['read', 'AgencyCharge'],
    query: Paging,
    response: List(MonthRow),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await closedMonths(ctx.db, ctx.tenant.id, at);
      const months = rows.map((m) => ({
        first: m.first,
        last: m.last,
        basis: m.basis,
        minimum_cents: m.minimumCents,
        spent_cents: m.spentCents,
        charged_cents: m.chargedCents,
        waived: m.waived === null ? '' : ctx.t(`agency-billing.waived.${m.waived}`),
      }));
      return listOf(months, total, at);
    },
  }),
  defineRoute({
    id: 'agency-billing.onboarding',
    method: 'GET',
    path: '/agency-billing/onboarding',
    summary: 'The onboarding charge of the own agency',
    ability: ['read', 'AgencyCharge'],
    response: T.Object({
      state: T.Enum(['none', 'open', 'open_coupon', 'paying', 'paid']),
      price_cents: T.Integer(),
    }),
    async handler(ctx) {
      if (ctx.tenant.kind !== 'agency') return { state: 'none' as const, price_cents: 0 };
      const { state, cents, coupon } = await onboardingOf(ctx);
      return {
        state: state === 'open' && coupon ? ('open_coupon' as const) : state,
        price_cents: cents,
      };
    },
  }),
  ...asking(
    defineRoute({
      id: 'agency-billing.pay-onboarding',
      method: 'PUT',
      path: '/agency-billing/onboarding',
      summary: 'Pay the onboarding charge, with a coupon where that is allowed',
      ability: ['pay', 'AgencyCharge'],
      stepUp: true,
      charges: true,
      db: 'intent',
      body: CouponCode,
      response: Done,
      async handler(ctx, { body }) {
        await payOnboarding(ctx, codeOf(body));
        return { result: 'success', message: ctx.t('agency-billing.onboarding.done') };
      },
    }),
    async (ctx, { body }) => {
      const cents = await onboardingCents(ctx, codeOf(body));
      return ctx.transaction((tx) => tx.use(Payments).question(tx.tenant.id, { what: tx.t('agency-billing.ask.onboarding'), cents }));
    },
  ),
];

const NO_MONTH = {
  state: 'off' as const,
  first: '',
  last: '',
  due_at: '',
  basis: 'none',
  minimum_cents: 0,
  spent_cents: 0,
  short_cents: 0,
  next_first: '',
  next_cents: 0,
};

/** A charge that the actor may pay. Throws 404. */
async function payableCharge(ctx: Ctx, id: string): Promise<Charge> {
  const found = await ctx.query('AgencyCharge', 'pay').where({ id }).first('id');
  if (!found) throw notFound();
  return (await chargeById(ctx.db, id))!;
}

/** The charge as it stands after the try was begun: a second click finds the payment of the first. */
async function beginAgain(ctx: Ctx, id: string): Promise<Charge> {
  const before = await payableCharge(ctx, id);
  const charged = (await retry(ctx, before)) ?? (await chargeById(ctx.db, id))!;
  if (charged.state === 'settled' || charged.state === 'withdrawn') throw conflict('agency-billing.problem.nothing-to-pay');
  return charged;
}

export const onboardingForm = defineForm({
  id: 'agency-billing.onboarding-form',
  version: 1,
  title: 'agency-billing.onboarding.title',
  button: 'agency-billing.onboarding.pay',
  submit: 'agency-billing.pay-onboarding',
  ability: ['pay', 'AgencyCharge'],
  schema: CouponCode,
  ui: { coupon_code: { autocomplete: 'off' } },
});
