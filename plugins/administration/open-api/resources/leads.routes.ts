import { type Ctx, defineRoute, notFound, T } from '../../../../core/contract.ts';
import { type Lead, type LeadPlace, Leads, type LeadWalk } from '../../../lead-intake/leads/contract.ts';
import { cursorOf, isNumberPlace, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { sandboxOne, sandboxPage } from '../sandbox/sandbox.store.ts';
import { Id, type LeadOut, LeadShape } from '../shapes.ts';

const group = 'Leads';
/** A walk may come to the end of a step with few or none; so many steps one call takes. */
const MOST_STEPS = 10;

const leadOut = (lead: Lead): LeadOut => ({
  id: lead.id,
  campaign_id: lead.campaignId,
  client_id: lead.companyId,
  product: lead.product,
  first_name: lead.firstName,
  last_name: lead.lastName,
  email: lead.email,
  phone: lead.phone,
  address: lead.address,
  city: lead.city,
  state: lead.state,
  zip: lead.zip,
  company: lead.company,
  observations: lead.observations,
  price_cents: lead.retailCents,
  is_test: lead.isTest,
  has_converted: lead.converted,
  tags: [...lead.tags],
  created_at: lead.createdAt.toISOString(),
  last_seen_at: lead.lastSeenAt.toISOString(),
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const AT = /^\d{4}-\d\d-\d\d[T ][\d:.]{8,20}(Z|[+-][\d:]{2,5})?$/;
const isLeadPlace = (value: unknown): value is LeadPlace => {
  const { id, at } = (value ?? {}) as Partial<LeadPlace>;
  return typeof id === 'string' && UUID.test(id) && typeof at === 'string' && AT.test(at);
};

async function page(ctx: Ctx, which: LeadWalk, from: LeadPlace | null, limit: number) {
  const data: Lead[] = [];
  let next = from;
  let steps = 0;
  do {
    const step = await ctx.use(Leads).walk(which, next, limit - data.length);
    data.push(...step.rows);
    next = step.next;
    steps += 1;
  } while (next !== null && data.length < limit && steps < MOST_STEPS);
  return { data: data.map(leadOut), has_more: next !== null, next_cursor: cursorOf(next) };
}

const list = defineRoute({
  id: 'open-api.leads',
  method: 'GET',
  path: '/v1/leads',
  summary: 'List leads',
  ability: ['read', 'Lead'],
  programs: {
    scope: 'leads:read',
    group,
    description: 'The newest first. A page may have fewer leads than asked for although there are more: go by `has_more`.',
    sandbox: (ctx, { query: { limit = 50, cursor, client_id, campaign_id } }) =>
      sandboxPage<LeadOut>(ctx, 'lead', limit, placeOf(cursor, isNumberPlace), {
        ...(client_id ? { client_id } : {}),
        ...(campaign_id ? { campaign_id } : {}),
      }),
  },
  query: T.Object({
    ...CursorQuery,
    client_id: T.Optional(Id),
    campaign_id: T.Optional(Id),
    from: T.Optional(T.String({ format: 'date-time', description: 'Leads that came at this instant or later' })),
    to: T.Optional(T.String({ format: 'date-time', description: 'Leads that came before this instant' })),
    is_test: T.Optional(T.Boolean({ description: 'Only test leads, or none of them' })),
  }),
  response: PageOf(LeadShape),
  async handler(ctx, { query: { limit = 50, cursor, client_id, campaign_id, from, to, is_test } }) {
    const which: LeadWalk = {
      ...(client_id ? { companyId: client_id } : {}),
      ...(campaign_id ? { campaignId: campaign_id } : {}),
      ...(from ? { from: new Date(from) } : {}),
      ...(to ? { to: new Date(to) } : {}),
      ...(is_test === undefined ? {} : { isTest: is_test }),
    };
    return page(ctx, which, placeOf(cursor, isLeadPlace), limit);
  },
});

const one = defineRoute({
  id: 'open-api.lead',
  method: 'GET',
  path: '/v1/leads/:id',
  summary: 'Get a lead',
  ability: ['read', 'Lead'],
  programs: { scope: 'leads:read', group, sandbox: (ctx, { params }) => sandboxOne<LeadOut>(ctx, 'lead', params.id) },
  params: T.Object({ id: T.String({ format: 'uuid', examples: ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'] }) }),
  response: LeadShape,
  async handler(ctx, { params }) {
    const [lead] = await ctx.use(Leads).byId([params.id]);
    if (!lead || lead.isErased) throw notFound();
    return leadOut(lead);
  },
});

export const leadRoutes = [list, one];
