import {
  type Ctx,
  defineRoute,
  FileResponse,
  List,
  listOf,
  ListQuery,
  pageOf,
  PageQuery,
  type RateDef,
  T,
} from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { Products } from '../../foundation/companies/contract.ts';
import { LeadSelections } from '../../lead-intake/leads/contract.ts';
import { exportLimits } from '../reports/shared.ts';
import { audienceFile, FORMATS } from './audience-file.ts';
import { createAudience, found, noted, removeAudience, saveAudience } from './audiences.service.ts';
import { type AudienceRow, pageOfAudiences } from './audiences.store.ts';
import { FilterFields, selectionOf, summaryOf } from './filters.ts';

const AudienceID = T.Object({ audienceID: T.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
const Said = T.Object({ result: T.String(), message: T.String() });
export const AudienceFields = { audienceName: T.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), ...FilterFields };
const Audience = T.Object({ audienceID: T.Integer(), ...AudienceFields });
/** Which people it holds, in words. */
const Listed = T.Object({ audienceID: T.Integer(), audienceName: T.String(), summary: T.String(), created_at: T.String() });
const Options = <V extends ReturnType<typeof T.Integer> | ReturnType<typeof T.String>>(value: V) =>
  T.Object({ options: T.Array(T.Object({ value, label: T.String() })) });

const Person = T.Object({
  id: T.String(),
  name: T.String(),
  email: T.String(),
  phone: T.String(),
  /** City and state in one. */
  place: T.String(),
  campaign: T.String(),
  visits: T.Integer(),
  created: T.String(),
});

/** Beyond this they are not counted for a screen. */
const MOST_PEOPLE_COUNTED = 10_001;
/** A long file is dear to make. */
export const audienceRates: RateDef[] = [{ id: 'audiences.export', points: 6, seconds: 60, by: 'account' }];

export const audienceRoutes = [
  defineRoute({
    id: 'audiences.list',
    method: 'GET',
    path: '/audience',
    summary: "The company's audiences",
    ability: ['read', 'Audience'],
    query: T.Object(ListQuery(['audienceName', 'created_at'])),
    response: List(Listed),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const search = query.search?.trim();
      const { rows, total } = await pageOfAudiences(ctx, {
        ...(search ? { search } : {}),
        sort: query.sortby === 'audienceName' ? 'name' : 'created_at',
        order: query.order ?? (query.sortby ? 'asc' : 'desc'),
        offset: at.offset,
        perPage: at.perPage,
      });
      const clients = await clientNames(ctx, rows);
      const listed = rows.map((row) => ({
        audienceID: row.id,
        audienceName: row.name,
        summary: summaryOf(ctx, row.filters, clients),
        created_at: row.created_at.toISOString(),
      }));
      return listOf(listed, total, at);
    },
  }),
  defineRoute({
    id: 'audiences.create',
    method: 'POST',
    path: '/audience',
    summary: 'Create an audience',
    ability: ['create', 'Audience'],
    idempotent: true,
    body: T.Object(AudienceFields),
    response: T.Object({ ...Said.properties, audienceID: T.Integer() }),
    async handler(ctx, { body: { audienceName, ...filters } }) {
      const audienceID = await createAudience(ctx, audienceName, filters);
      return { result: 'success', message: ctx.t('audiences.created'), audienceID };
    },
  }),
  defineRoute({
    id: 'audiences.product-options',
    method: 'GET',
    path: '/audience/products',
    summary: 'Products whose leads an audience can be made of',
    ability: ['read', 'Audience'],
    response: Options(T.String()),
    handler: async (ctx) => ({
      options: ctx.contributions(Products).map(({ product }) => ({ value: product, label: ctx.named(product).name })),
    }),
  }),
  defineRoute({
    id: 'audiences.one',
    method: 'GET',
    path: '/audience/:audienceID',
    summary: 'An audience with its filters',
    ability: ['read', 'Audience'],
    params: AudienceID,
    response: Audience,
    async handler(ctx, { params }) {
      const { id, name, filters } = await found(ctx, params.audienceID, 'read');
      return { audienceID: id, audienceName: name, ...filters };
    },
  }),
  defineRoute({
    id: 'audiences.size',
    method: 'GET',
    path: '/audience/:audienceID/size',
    summary: 'How many people an audience has now, and what its files leave out',
    ability: ['read', 'Audience'],
    params: AudienceID,
    response: T.Object({ people: T.String(), limited: T.Boolean(), note: T.String() }),
    async handler(ctx, { params }) {
      const { filters } = await found(ctx, params.audienceID, 'read');
      const { total, isLeast } = await ctx.use(LeadSelections).count(selectionOf(ctx, filters), MOST_PEOPLE_COUNTED);
      const limits = await exportLimits(ctx);
      const people = ctx.t(isLeast ? 'audiences.size.more' : 'audiences.size', { count: isLeast ? MOST_PEOPLE_COUNTED - 1 : total });
      return { people, limited: limits.length > 0, note: limits.map(({ note }) => note).join(' ') };
    },
  }),
  defineRoute({
    id: 'audiences.people',
    method: 'GET',
    path: '/audience/:audienceID/people',
    summary: 'The people of an audience as its filters find them now, page by page',
    ability: ['read', 'Audience'],
    params: AudienceID,
    query: T.Object(PageQuery),
    response: List(Person),
    async handler(ctx, { params, query }) {
      const { filters } = await found(ctx, params.audienceID, 'read');
      const at = pageOf(query);
      const selection = selectionOf(ctx, filters);
      const { total, isLeast } = await ctx.use(LeadSelections).count(selection, MOST_PEOPLE_COUNTED);
      const leads = await ctx.use(LeadSelections).page(selection, { offset: at.offset, limit: at.perPage });
      const campaigns = await ctx.use(Campaigns).byId([...new Set(leads.map(({ campaignId }) => campaignId))]);
      const people = leads.map((lead) => ({
        id: lead.id,
        name: [lead.firstName, lead.lastName].filter(Boolean).join(' '),
        email: lead.email,
        phone: lead.phone,
        place: [lead.city, lead.state].filter(Boolean).join(', '),
        campaign: campaigns.get(lead.campaignId)?.name ?? '',
        visits: lead.observations,
        created: lead.createdAt.toISOString(),
      }));
      return listOf(people, total, at, isLeast);
    },
  }),
  defineRoute({
    id: 'audiences.export',
    method: 'GET',
    path: '/audience/:audienceID/people.csv',
    summary: 'The people of an audience as a CSV file, or hashes of their e-mail addresses for ad networks',
    ability: ['export', 'Audience'],
    stepUp: true,
    exportsData: true,
    inParts: true,
    rate: 'audiences.export',
    params: AudienceID,
    query: T.Object({ format: T.Optional(T.Enum([...FORMATS])) }),
    response: FileResponse,
    async handler(ctx, { params, query: { format = 'plain' } }) {
      const audience = await found(ctx, params.audienceID, 'export');
      await noted(ctx, 'audiences.exported', audience, { format });
      return audienceFile(ctx, selectionOf(ctx, audience.filters), format);
    },
  }),
  defineRoute({
    id: 'audiences.update',
    method: 'PUT',
    path: '/audience/:audienceID',
    summary: 'Change an audience; its filters are those sent',
    ability: ['update', 'Audience'],
    params: AudienceID,
    body: T.Object(AudienceFields),
    response: Said,
    async handler(ctx, { params, body: { audienceName, ...filters } }) {
      await saveAudience(ctx, params.audienceID, audienceName, filters);
      return { result: 'success', message: ctx.t('audiences.saved') };
    },
  }),
  defineRoute({
    id: 'audiences.remove',
    method: 'DELETE',
    path: '/audience/:audienceID',
    summary: 'Remove an audience; its leads stay',
    ability: ['delete', 'Audience'],
    params: AudienceID,
    response: Said,
    async handler(ctx, { params }) {
      const name = await removeAudience(ctx, params.audienceID);
      return { result: 'success', message: ctx.t('audiences.removed', { name }) };
    },
  }),
];

/** Only where some audience names a client. */
async function clientNames(ctx: Ctx, rows: readonly AudienceRow[]): Promise<ReadonlyMap<number, string>> {
  if (rows.every(({ filters }) => filters.companyID === undefined)) return new Map();
  return new Map((await ctx.use(Clients).options()).map(({ value, label }) => [value, label]));
}
