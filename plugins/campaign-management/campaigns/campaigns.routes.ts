import {
  asking,
  type Contributions,
  type Ctx,
  defineRoute,
  denied,
  Flag,
  invalid,
  List,
  listOf,
  notFound,
  PageQuery,
  rehearsable,
  T,
} from '../../../core/contract.ts';
import { cloneCampaign } from './clone.service.ts';
import { changedPriceQuestion, clonePriceQuestion, newPriceQuestion } from './price-question.ts';
import { accepted, CampaignId, CampaignView, settable } from './campaign.schema.ts';
import { type CampaignRow, findCampaign } from './campaign.store.ts';
import { viewsOf } from './campaign-view.ts';
import { changeCampaign, createCampaign } from './campaigns.service.ts';
import { Campaigns, LIST_STATES } from './contract.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { keptBack } from './issues.service.ts';
import { type CampaignQuery, pageOfCampaigns } from './list.store.ts';
import { broughtFields, shownFields } from './fields.ts';
import { setActive, shift, unarchive } from './moves.service.ts';

const CompanyId = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** `state` is what lists show of a status. */
const Sort = T.Enum(['campaignName', 'status', 'state', 'created_at']);
const SORTS: Record<string, CampaignQuery['sort']> = {
  campaignName: 'name_key',
  status: 'status',
  state: 'status',
  created_at: 'created_at',
};
const Text = T.String({ maxLength: 100 });
const NoId = T.Union([T.Integer(), T.String({ maxLength: 20 })]);
/** The specification names a campaign `leadspeekID` or `leadspeek_api_id`. */
const which = { leadspeekID: T.Optional(CampaignId), leadspeek_api_id: T.Optional(CampaignId), companyID: T.Optional(CompanyId) };
const Changed = T.Object({ result: T.String(), message: T.String(), leadspeek_api_id: T.Integer(), status: T.String() });

const idOf = (body: { leadspeekID?: number | undefined; leadspeek_api_id?: number | undefined }): number => {
  const id = body.leadspeekID ?? body.leadspeek_api_id;
  if (id === undefined) throw invalid('leadspeekID', 'campaigns.problem.which');
  return id;
};

/** Fields that plugins bring are known when the product starts, not to the compiler. */
const brought = (from: Contributions) => broughtFields(from) as object;

/** What a change answers. */
const changed = (row: CampaignRow, message: string) => ({ result: 'success', message, leadspeek_api_id: row.id, status: row.status });
const moved = (ctx: Ctx, row: CampaignRow) => changed(row, ctx.t(`campaigns.done.${row.status}`, { name: row.name }));

/** Under its client and by its name, whoever did it: the page of the campaign has what was done about it. */
const log = (
  ctx: Ctx,
  row: CampaignRow,
  done: 'created' | 'cloned' | 'changed-by-user' | 'stopped' | 'archived' | 'unarchived' | 'removed',
  description: string,
) =>
  ctx.audit({
    action: `campaigns.${done}`,
    description,
    companyId: row.company_id,
    target: row.name,
    concerns: { kind: 'campaign', id: row.id },
  });

const update = (from: Contributions, id: `campaigns.update${'' | '-local' | '-locator'}`, path: string) =>
  asking(
    defineRoute({
      id,
      method: 'PUT',
      path,
      summary: 'Change a campaign',
      ability: ['update', 'Campaign'],
      viewMode: 'allow',
      body: T.Object({ ...which, leadspeekType: T.Optional(productName(from)), ...settable, ...accepted, ...brought(from) }),
      response: Changed,
      async handler(ctx, { body, extra }) {
        const row = await changeCampaign(ctx, idOf(body), body, extra);
        await log(ctx, row, 'changed-by-user', 'Change a campaign');
        return changed(row, ctx.t('campaigns.saved'));
      },
    }),
    (ctx, { body }) => ctx.transaction((inner) => changedPriceQuestion(inner, idOf(body), body)),
  );

export function campaignRoutes(from: Contributions) {
  const Product = productName(from);
  const View = T.Object({ ...CampaignView.properties, ...(shownFields(from) as object) });
  return [
    defineRoute({
      id: 'campaigns.list',
      method: 'GET',
      path: '/leadspeek/client/:group/:type/:companyId{/:clientId}{/:sortby}{/:order}{/:search}',
      summary: 'Campaigns',
      ability: ['read', 'Campaign'],
      params: T.Object({
        group: T.Optional(Text),
        type: T.Optional(Product),
        companyId: T.Optional(CompanyId),
        clientId: T.Optional(CompanyId),
        sortby: T.Optional(Sort),
        order: T.Optional(T.Enum(['asc', 'desc'])),
        search: T.Optional(Text),
      }),
      query: T.Object({
        ...PageQuery,
        /** `client` keeps the campaigns of a client together, by its name; `campaign` is the plain list. */
        view: T.Optional(T.Enum(['', 'campaign', 'client'])),
        CampaignStatus: T.Optional(T.Enum([...LIST_STATES])),
        sortby: T.Optional(Sort),
        order: T.Optional(T.Enum(['asc', 'desc'])),
        search: T.Optional(Text),
      }),
      response: List(View),
      async handler(ctx, { params, query }) {
        const at = { page: query.Page ?? 1, perPage: query.PerPage ?? 10 };
        const asked = { sortby: params.sortby ?? query.sortby, order: params.order ?? query.order, search: params.search ?? query.search };
        const { rows, total, isLeast } = await pageOfCampaigns(ctx, {
          ...(params.type ? { product: params.type } : {}),
          ...(query.CampaignStatus ? { status: query.CampaignStatus } : {}),
          lacking: query.CampaignStatus === 'needs_attention' ? await keptBack(ctx) : null,
          ...(asked.search ? { search: asked.search } : {}),
          companies: [params.companyId, params.clientId].filter((id) => id !== undefined),
          byClient: query.view === 'client',
          sort: SORTS[asked.sortby ?? 'created_at']!,
          order: asked.order ?? (asked.sortby ? 'asc' : 'desc'),
          offset: (at.page - 1) * at.perPage,
          limit: at.perPage,
        });
        return listOf(await viewsOf(ctx, rows), total, at, isLeast);
      },
    }),
    defineRoute({
      id: 'campaigns.one',
      method: 'GET',
      path: '/leadspeek/getcampaign/:id',
      summary: 'One campaign',
      ability: ['read', 'Campaign'],
      params: T.Object({ id: CampaignId }),
      /** `type`: only where it is a campaign of this product. */
      query: T.Object({ type: T.Optional(Product) }),
      /** With the operators' own fields, which no schema names. */
      response: T.Object(View.properties, { additionalProperties: true }),
      async handler(ctx, { params, query }) {
        const row = await findCampaign(ctx, params.id);
        if (!row || (query.type && row.product !== query.type)) throw notFound();
        const [view] = await viewsOf(ctx, [row]);
        return { ...row.extra, ...view! };
      },
    }),
    ...asking(
      defineRoute({
        id: 'campaigns.create',
        method: 'POST',
        path: '/leadspeek/client/create',
        summary: 'Create a campaign',
        ability: ['create', 'Campaign'],
        idempotent: true,
        body: T.Object({
          companyID: T.Optional(CompanyId),
          // A new campaign has no id yet: callers leave it empty.
          leadspeekID: T.Optional(NoId),
          leadspeek_api_id: T.Optional(NoId),
          leadspeekType: Product,
          ...settable,
          ...accepted,
          ...brought(from),
          campaignName: T.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
        }),
        response: Changed,
        async handler(ctx, { body, extra }) {
          const row = await createCampaign(ctx, body.leadspeekType, body.companyID, body, extra);
          await log(ctx, row, 'created', `Campaign ${row.name} created`);
          return changed(row, ctx.t('campaigns.created'));
        },
      }),
      (ctx, { body }) => ctx.transaction((inner) => newPriceQuestion(inner, body)),
    ),
    ...asking(
      defineRoute({
        id: 'campaigns.clone',
        method: 'POST',
        path: '/leadspeek/client/clone',
        summary: 'Copy a campaign: a draft with its settings',
        ability: ['create', 'Campaign'],
        idempotent: true,
        body: T.Object({ ...which, campaignName: T.Optional(T.String({ minLength: 1, maxLength: 200, pattern: '\\S' })) }),
        response: Changed,
        async handler(ctx, { body }) {
          const row = await cloneCampaign(ctx, idOf(body), body.campaignName);
          await log(ctx, row, 'cloned', `Campaign ${row.name} created as a copy`);
          return changed(row, ctx.t('campaigns.cloned', { name: row.name }));
        },
      }),
      (ctx, { body }) => ctx.transaction((inner) => clonePriceQuestion(inner, idOf(body), body.campaignName)),
    ),
    ...update(from, 'campaigns.update', '/leadspeek/client/update'),
    ...update(from, 'campaigns.update-local', '/leadspeek/client/local/update'),
    ...update(from, 'campaigns.update-locator', '/leadspeek/client/locator/update'),
    ...rehearsable(
      defineRoute({
        id: 'campaigns.active-pause',
        method: 'PUT',
        path: '/leadspeek/client/activepause',
        summary: 'Activate or pause a campaign',
        ability: ['update', 'Campaign'],
        viewMode: 'allow',
        body: T.Object({ ...which, status: T.Enum(['active', 'paused']) }),
        response: Changed,
        async handler(ctx, { body }) {
          const row = await setActive(ctx, idOf(body), body.status);
          await ctx.audit({
            action: 'campaigns.switched',
            description: body.status === 'active' ? `Campaign ${row.name} activated` : `Campaign ${row.name} paused`,
            companyId: row.company_id,
            target: row.name,
            concerns: { kind: 'campaign', id: row.id },
            detail: { outcome: body.status },
          });
          return moved(ctx, row);
        },
      }),
    ),
    defineRoute({
      id: 'campaigns.stop',
      method: 'PUT',
      path: '/leadspeek/client/stop',
      summary: 'Stop a campaign for good',
      ability: ['update', 'Campaign'],
      body: T.Object(which),
      response: Changed,
      async handler(ctx, { body }) {
        const row = await shift(ctx, idOf(body), 'stopped');
        await log(ctx, row, 'stopped', `Campaign ${row.name} stopped`);
        return moved(ctx, row);
      },
    }),
    ...rehearsable(
      defineRoute({
        id: 'campaigns.archive',
        method: 'PUT',
        path: '/leadspeek/client/archive',
        summary: 'Archive a campaign, or take it back',
        ability: ['update', 'Campaign'],
        body: T.Object({ ...which, status: Flag }),
        response: Changed,
        async handler(ctx, { body }) {
          const row = await (body.status === 'T' ? shift(ctx, idOf(body), 'archived') : unarchive(ctx, idOf(body)));
          if (body.status === 'T') await log(ctx, row, 'archived', `Campaign ${row.name} archived`);
          else await log(ctx, row, 'unarchived', `Campaign ${row.name} restored from the archive`);
          return moved(ctx, row);
        },
      }),
    ),
    defineRoute({
      id: 'campaigns.remove',
      method: 'PUT',
      path: '/leadspeek/client/remove',
      summary: 'Remove a draft or archived campaign',
      ability: ['delete', 'Campaign'],
      body: T.Object(which),
      response: Changed,
      async handler(ctx, { body }) {
        const row = await shift(ctx, idOf(body), 'removed', 'delete');
        await log(ctx, row, 'removed', `Campaign ${row.name} removed`);
        return moved(ctx, row);
      },
    }),
    defineRoute({
      id: 'campaigns.check-active',
      method: 'POST',
      path: '/leadspeek/check-campaign-active',
      summary: 'Ids of campaigns that are running',
      ability: 'signed-in',
      viewMode: 'allow',
      unlogged: 'reads only; the specification asks by POST',
      body: T.Object({ company_id: CompanyId, leadspeek_type: T.Optional(Product), user_type: T.Optional(Text) }),
      response: T.Object({ active_campaign_id: T.Array(T.Integer()) }),
      async handler(ctx, { body }) {
        if (!ctx.can('read', 'Campaign')) throw denied();
        const company = await ctx.company(body.company_id);
        if (!company) throw notFound();
        const product = body.leadspeek_type ? { product: body.leadspeek_type } : {};
        const filter = company.kind === 'client' ? { companyId: company.id } : { agencyId: company.id };
        return { active_campaign_id: await ctx.use(Campaigns).open({ ...filter, ...product }) };
      },
    }),
  ];
}
