import { DateTime } from 'luxon';
import {
  type Contributions,
  type Ctx,
  defineRoute,
  List,
  listOf,
  notFound,
  pageOf,
  PageQuery,
  rehearsable,
  T,
} from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { type CampaignFigures, casePage, casesOfLead, figuresByCampaign, findCase } from './cases.store.ts';
import { REASONS, STATES } from './terms.ts';
import { CaseRow, rowsOf } from './warranty.rows.ts';
import { answerReturn, giveLeadBack } from './warranty.service.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const ReturnInput = T.Object({
  lead: T.String({ format: 'uuid' }),
  reason: T.Enum([...REASONS]),
  note: T.Optional(T.String({ maxLength: 500 })),
});
export const ApproveInput = T.Object({ answer: T.Optional(T.String({ maxLength: 500 })) });
export const DeclineInput = T.Object({ answer: T.String({ minLength: 3, maxLength: 500, pattern: '\\S' }) });
const Said = T.Object({ message: T.String() });
const params = T.Object({ id: Id });

/** Local days over which the figures look back, today included, as those of the dashboard do. */
const LOOK_BACK = 30;
const lookBack = (ctx: Ctx): Date =>
  DateTime.fromJSDate(ctx.now, { zone: ctx.timezone })
    .startOf('day')
    .minus({ days: LOOK_BACK - 1 })
    .startOf('day')
    .toJSDate();

export const figuresRoute = (from: Contributions) =>
  defineRoute({
    id: 'warranty.figures',
    method: 'GET',
    path: '/warranty/figures',
    summary: 'What was credited in the last 30 days, and what waits for an answer, of one product or of all',
    ability: ['read', 'LeadReturn'],
    query: T.Object({ product: T.Optional(productName(from)) }),
    response: T.Object({ credited: T.Integer(), cents: T.Integer(), open: T.Integer() }),
    async handler(ctx, { query: { product } }) {
      const all = await figuresByCampaign(ctx, lookBack(ctx));
      const campaigns = product ? await ctx.use(Campaigns).byId(all.map(({ campaignId }) => campaignId)) : null;
      const wanted = all.filter(({ campaignId }) => !campaigns || campaigns.get(campaignId)?.product === product);
      return {
        credited: sum(wanted, 'credited'),
        cents: sum(wanted, 'cents'),
        open: sum(wanted, 'open'),
      };
    },
  });
const sum = (rows: readonly CampaignFigures[], field: Exclude<keyof CampaignFigures, 'campaignId'>): number =>
  rows.reduce((total, row) => total + row[field], 0);

const giveBack = defineRoute({
  id: 'warranty.give-back',
  method: 'POST',
  path: '/warranty/returns',
  summary: 'Give a lead back within 14 days',
  ability: ['create', 'LeadReturn'],
  withoutStepUp: 'asks the agency, which decides with a fresh sign-in',
  body: ReturnInput,
  response: Said,
  async handler(ctx, { body }) {
    await giveLeadBack(ctx, body.lead, body.reason, body.note?.trim() ?? '');
    return { message: ctx.t('warranty.returned') };
  },
});

export const warrantyRoutes = [
  defineRoute({
    id: 'warranty.returns',
    method: 'GET',
    path: '/warranty/returns',
    summary: 'Leads that were given back or credited',
    ability: ['read', 'LeadReturn'],
    query: T.Object({ ...PageQuery, state: T.Optional(T.Enum([...STATES])) }),
    response: List(CaseRow),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { rows, total } = await casePage(ctx, { ...at, ...(query.state ? { state: query.state } : {}) });
      return listOf(await rowsOf(ctx, rows), total, at);
    },
  }),
  defineRoute({
    id: 'warranty.return',
    method: 'GET',
    path: '/warranty/returns/:id',
    summary: 'One lead that was given back or credited, with what showed it',
    ability: ['read', 'LeadReturn'],
    params,
    response: CaseRow,
    async handler(ctx, { params: { id } }) {
      const found = await findCase(ctx, id);
      if (!found) throw notFound();
      const client = await ctx.company(found.company_id);
      return (await rowsOf(ctx, [{ ...found, client: client?.name ?? '' }]))[0]!;
    },
  }),
  defineRoute({
    id: 'warranty.lead',
    method: 'GET',
    path: '/warranty/leads/:lead',
    summary: 'Whether a lead was given back or credited, and why',
    ability: ['read', 'LeadReturn'],
    params: T.Object({ lead: T.String({ format: 'uuid' }) }),
    query: T.Object(PageQuery),
    response: List(CaseRow),
    async handler(ctx, { params: { lead }, query }) {
      const [known] = await ctx.use(Leads).byId([lead]);
      if (!known) throw notFound();
      const cases = await casesOfLead(ctx, lead);
      const at = pageOf(query);
      return listOf(await rowsOf(ctx, cases.slice(at.offset, at.offset + at.perPage)), cases.length, at);
    },
  }),
  ...rehearsable(giveBack),
  defineRoute({
    id: 'warranty.approve',
    method: 'POST',
    path: '/warranty/returns/:id/approve',
    summary: 'Approve a return: the client is credited what the lead was billed at',
    ability: ['update', 'LeadReturn'],
    stepUp: true,
    params,
    body: ApproveInput,
    response: Said,
    async handler(ctx, { params: { id }, body }) {
      await answerReturn(ctx, id, 'credited', body.answer?.trim() ?? '');
      return { message: ctx.t('warranty.approved') };
    },
  }),
  defineRoute({
    id: 'warranty.decline',
    method: 'POST',
    path: '/warranty/returns/:id/decline',
    summary: 'Decline a return, with a reason',
    ability: ['update', 'LeadReturn'],
    stepUp: true,
    params,
    body: DeclineInput,
    response: Said,
    async handler(ctx, { params: { id }, body }) {
      await answerReturn(ctx, id, 'declined', body.answer.trim());
      return { message: ctx.t('warranty.declined') };
    },
  }),
];
