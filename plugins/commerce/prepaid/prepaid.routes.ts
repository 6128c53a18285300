import {
  asking,
  conflict,
  type Ctx,
  defineRoute,
  Flag,
  flagOf,
  invalid,
  List,
  listOf,
  notFound,
  pageOf,
  PageQuery,
  Problem,
  type Question,
  type RateDef,
  rehearsed,
  rowsAndTotal,
  type Static,
  T,
} from '../../../core/contract.ts';
import type { Campaign } from '../../campaign-management/campaigns/contract.ts';
import { Payments } from '../../money/payments/contract.ts';
import { Balance, balanceOf, campaignOf, wishOf } from './balance.ts';
import { buy, PREPAID_TOPIC, type Purchase } from './buying.service.ts';
import { MOST_LEADS } from './offer.ts';
import { findPlan, savePlan } from './plans.store.ts';
import { holdCampaign } from './reconcile.service.ts';
import { RECONCILE } from './terms.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** The specification names a campaign `leadspeekID` or `leadspeek_api_id`. */
const which = { leadspeek_api_id: T.Optional(Id), leadspeekID: T.Optional(Id), companyID: T.Optional(Id) };
const idOf = (body: { leadspeek_api_id?: number; leadspeekID?: number }): number => {
  const id = body.leadspeek_api_id ?? body.leadspeekID;
  if (id === undefined) throw invalid('leadspeek_api_id', 'core.validation.required');
  return id;
};

const Buy = T.Object({
  ...which,
  leadsbuy: T.Optional(T.Integer({ minimum: 1, maximum: MOST_LEADS })),
  topupoptions: T.Optional(T.Enum(['onetime', 'continual'])),
  contiDurationSelection: T.Optional(T.Enum(['weekly', 'monthly'])),
  /** Whether the campaign begins as soon as they are paid. */
  activate: T.Optional(Flag),
  // What the form went by; not believed.
  PaymentTerm: T.Optional(T.String({ maxLength: 20 })),
});

/** Declines cost the provider's patience. */
export const buyRate: RateDef = { id: 'prepaid.buy', points: 20, seconds: 60, by: 'company' };

const balance = (id: 'prepaid.current' | 'prepaid.remaining' | 'prepaid.remaining-short', path: string) =>
  defineRoute({
    id,
    method: 'GET',
    path,
    summary: 'Leads that a campaign has left, and how it buys more',
    ability: ['read', 'Pack'],
    params: T.Object({ id: Id }),
    response: Balance,
    handler: (ctx, { params }) => balanceOf(ctx, params.id),
  });

export const prepaidRoutes = [
  balance('prepaid.current', '/leadspeek/client/local/currenttopup/:id'),
  balance('prepaid.remaining', '/leadspeek/client/local/remainingbalanceleads/:id'),
  // The specification leaves open below which address this one stands.
  balance('prepaid.remaining-short', '/leadspeek/remainingbalanceleads/:id'),
  defineRoute({
    id: 'prepaid.wish',
    method: 'GET',
    path: '/prepaid/campaigns/:id/wish',
    summary: 'What the form for buying leads begins with',
    ability: ['buy', 'Pack'],
    params: T.Object({ id: Id }),
    response: T.Object({
      leadspeek_api_id: T.Integer(),
      PaymentTerm: T.String(),
      // Left out where it follows from the daily limit, so that another stretch of time gives another number.
      leadsbuy: T.Optional(T.Integer()),
      topupoptions: T.String(),
      contiDurationSelection: T.String(),
    }),
    handler: (ctx, { params }) => wishOf(ctx, params.id),
  }),
  defineRoute({
    id: 'prepaid.packs',
    method: 'GET',
    path: '/prepaid/campaigns/:id/packs',
    summary: 'Packs of leads that a campaign bought, the newest first',
    ability: ['read', 'Pack'],
    params: T.Object({ id: Id }),
    query: T.Object(PageQuery),
    response: List(
      T.Object({
        id: T.String(),
        number: T.Integer(),
        kind: T.String(),
        state: T.String(),
        leads: T.Integer(),
        remaining: T.Integer(),
        unit_cents: T.Integer(),
        total_cents: T.Integer(),
        bought_at: T.String(),
        paid_at: T.Union([T.String(), T.Null()]),
      }),
    ),
    async handler(ctx, { params, query }) {
      const { id } = await campaignOf(ctx, params.id);
      const at = pageOf(query);
      const packs = ctx.query('Pack').where({ campaign_id: id });
      const { rows, total } = await rowsAndTotal<Shown>(ctx, packs, (all) => all.orderBy('id', 'desc'), at);
      return listOf(rows.map(shownOf), total, at);
    },
  }),
  ...asking(
    defineRoute({
      id: 'prepaid.buy',
      method: 'POST',
      path: '/prepaid/packs',
      summary: 'Buy leads of a campaign',
      ability: ['buy', 'Pack'],
      stepUp: true,
      charges: true,
      db: 'intent',
      idempotent: true,
      unlogged: 'what is bought is logged where it is written; a repeat changes nothing',
      rate: 'prepaid.buy',
      body: Buy,
      response: T.Object({
        result: T.Enum(['success', 'pending']),
        message: T.String(),
        leadspeek_api_id: T.Integer(),
        remainingbalanceleads: T.Integer(),
      }),
      async handler(ctx, { body, idempotencyKey: key }) {
        const id = idOf(body);
        if (key !== undefined && key.length > 200) throw new Problem(422, 'core.problem.idempotency-key');
        const { purchase } = await ctx.transaction((inner) => purchased(inner, id, body, key ?? null));
        const said = await outcomeOf(ctx, purchase);
        const { remainingbalanceleads } = await ctx.transaction((inner) => balanceOf(inner, id));
        return { ...said, leadspeek_api_id: id, remainingbalanceleads };
      },
    }),
    (ctx, { body }) => buyQuestion(ctx, idOf(body), body),
  ),
  defineRoute({
    id: 'prepaid.stop-continual',
    method: 'PUT',
    path: '/leadspeek/client/local/stopcontinualtopup',
    summary: 'Stop or resume the continual top-up of a campaign',
    ability: ['buy', 'Pack'],
    stepUp: true,
    audit: 'prepaid.continual-switched',
    body: T.Object({ ...which, stop_continual: T.Optional(Flag) }),
    response: T.Object({ result: T.String(), message: T.String(), leadspeek_api_id: T.Integer(), stop_continual: Flag }),
    async handler(ctx, { body }) {
      const campaign = await campaignOf(ctx, idOf(body));
      const stop = body.stop_continual !== 'F';
      const plan = await findPlan(ctx.db, campaign.id);
      if (plan?.topUp !== 'continual') throw conflict('prepaid.problem.not-continual');
      await savePlan(
        ctx.db,
        campaign,
        stop ? { stopped: 'person', retry_at: null } : { stopped: null, failures: 0, retry_at: null, look: true },
      );
      if (!stop) await ctx.wake(RECONCILE);
      await ctx.live(PREPAID_TOPIC, campaign.companyId);
      return {
        result: 'success',
        message: ctx.t(stop ? 'prepaid.continual.stopped' : 'prepaid.continual.resumed', { campaign: campaign.name }),
        leadspeek_api_id: campaign.id,
        stop_continual: flagOf(stop),
      };
    },
  }),
];

type Bought = Pick<Static<typeof Buy>, 'leadsbuy' | 'topupoptions' | 'contiDurationSelection' | 'activate'>;

async function purchased(ctx: Ctx, id: number, body: Bought, key: string | null): Promise<{ campaign: Campaign; purchase: Purchase }> {
  const campaign = await holdCampaign(ctx, id, 'read');
  if (!campaign) throw notFound();
  const purchase = await buy(ctx, campaign, {
    leads: body.leadsbuy,
    topUp: body.topupoptions,
    duration: body.contiDurationSelection,
    activateAs: body.activate === 'T' ? ctx.tenant.id : null,
    key,
    automatic: false,
  });
  return { campaign, purchase };
}

/** What is bought and what it costs, found by buying and taking that back. */
async function buyQuestion(ctx: Ctx, id: number, body: Bought): Promise<Question | null> {
  const { campaign, purchase } = await rehearsed(ctx, (inner) => purchased(inner, id, body, null));
  const { pack, invoice } = purchase;
  if (invoice?.state !== 'paying') return null;
  const about = { count: pack.leads, campaign: campaign.name };
  return ctx.transaction((inner) =>
    inner.use(Payments).question(campaign.companyId, {
      what: inner.t('prepaid.ask.leads', about),
      cents: invoice.dueCents,
      ...(body.topupoptions === 'continual' ? { more: inner.t('prepaid.ask.continual') } : {}),
    }),
  );
}

/** Waits a moment for the payment, and says what became of it. Throws 402 when the card was not charged. */
async function outcomeOf(ctx: Ctx, { pack, invoice }: Purchase): Promise<{ result: 'success' | 'pending'; message: string }> {
  const bought = { count: pack.leads };
  const done = { result: 'success' as const, message: ctx.t('prepaid.bought', bought) };
  if (!invoice || invoice.state === 'paid') return done;
  if (pack.external) return { ...done, message: ctx.t('prepaid.bought-external', { ...bought, invoice: invoice.number }) };
  const operation = invoice.operationId ? await ctx.use(Payments).outcome(invoice.operationId) : null;
  if (operation?.state === 'succeeded') return done;
  if (operation?.state !== 'failed') return { result: 'pending', message: ctx.t('prepaid.pending', bought) };
  throw await ctx.use(Payments).refusal(operation, `prepaid.reason.${operation.reason ?? 'declined'}`);
}

interface Shown {
  id: string;
  number: number;
  kind: string;
  state: string;
  leads: number;
  remaining: number;
  unit_cents: string;
  platform_fee_cents: string;
  bought_at: Date;
  paid_at: Date | null;
}
const shownOf = (row: Shown) => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  state: row.state,
  leads: row.leads,
  remaining: row.remaining,
  unit_cents: Number(row.unit_cents),
  total_cents: row.leads * Number(row.unit_cents) + Number(row.platform_fee_cents),
  bought_at: row.bought_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
});
