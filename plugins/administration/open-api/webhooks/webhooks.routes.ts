import { conflict, type Ctx, defineRoute, invalid, List, notFound, pageOfAll, PageQuery, T } from '../../../../core/contract.ts';
import { feedOf, openFeed } from '../events/feed.store.ts';
import { EndpointShape, EVENT_TYPES } from '../shapes.ts';
import { endpointFor, endpointOut, endpointsOf, insertEndpoint, moveBack, removeEndpoint } from './endpoints.store.ts';
import { newWebhookSecret } from './signature.ts';

const MOST = 10;
const group = 'Webhooks';
export const EndpointId = T.Object({ id: T.String({ format: 'uuid', examples: ['5d8a9a52-7b1e-4c62-9a9e-0f0a6a2b7c11'] }) });
export const SCOPE = 'webhooks:write';

/** What browsers show of a new secret, once. */
export const OneTimeSecret = T.Object({
  title: T.String(),
  text: T.String(),
  values: T.Array(T.Object({ label: T.String(), value: T.String() })),
});
export const secretOnce = (ctx: Ctx, secret: string) => ({
  oneTimeSecret: {
    title: ctx.t('open-api.secret.title'),
    text: ctx.t('open-api.secret.once'),
    values: [{ label: ctx.t('open-api.secret.label'), value: secret }],
  },
});

async function add(ctx: Ctx, body: { url: string; types?: string[] | undefined }, sandbox: boolean) {
  await openFeed(ctx);
  // Held, so that many at once are still no more than there may be.
  await ctx.db('open_api_feed').where({ company_id: ctx.tenant.id }).forUpdate().first('last');
  if ((await endpointsOf(ctx, sandbox)).length >= MOST) throw conflict('open-api.problem.many-endpoints', { params: { count: MOST } });
  const { last } = (await feedOf(ctx))!;
  const secret = newWebhookSecret();
  const row = await insertEndpoint(ctx, { url: body.url, types: body.types ?? [], sandbox, position: last }, secret);
  await ctx.audit({ action: 'open-api.endpoint-added', description: 'Added a webhook endpoint', target: body.url, detail: { sandbox } });
  return { ...endpointOut(row), secret };
}

async function remove(ctx: Ctx, id: string, sandbox?: boolean) {
  const row = await endpointFor(ctx, 'delete', id, sandbox);
  if (!row) throw notFound();
  await removeEndpoint(ctx, id);
  await ctx.audit({ action: 'open-api.endpoint-removed', description: 'Removed a webhook endpoint', target: row.url });
  return { id, message: ctx.t('open-api.endpoint.removed') };
}

async function replay(ctx: Ctx, id: string, after: string | undefined, sandbox?: boolean) {
  const row = await endpointFor(ctx, 'update', id, sandbox);
  if (!row) throw notFound();
  const [, agency, position] = after?.split('_') ?? [];
  if (after !== undefined && Number(agency) !== ctx.tenant.id) throw invalid('after', 'open-api.problem.foreign-event');
  const feed = await feedOf(ctx);
  const from = after === undefined ? Number(row.position) : Number(position);
  if (feed && from > feed.last) throw invalid('after', 'open-api.problem.foreign-event');
  await ctx.audit({ action: 'open-api.endpoint-resumed', description: 'Sent events to a webhook endpoint again', target: row.url });
  return { ...endpointOut(await moveBack(ctx, id, from)), message: ctx.t('open-api.endpoint.resumed') };
}

const all = (ctx: Ctx, sandbox: boolean) => endpointsOf(ctx, sandbox).then((rows) => ({ data: rows.map(endpointOut) }));

const list = defineRoute({
  id: 'open-api.endpoints',
  method: 'GET',
  path: '/v1/webhook-endpoints',
  summary: 'List webhook endpoints',
  ability: ['read', 'WebhookEndpoint'],
  programs: { scope: SCOPE, group, sandbox: (ctx) => all(ctx, true) },
  response: T.Object({ data: T.Array(EndpointShape) }),
  handler: (ctx) => all(ctx, false),
});

const create = defineRoute({
  id: 'open-api.add-endpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints',
  summary: 'Add a webhook endpoint',
  ability: ['create', 'WebhookEndpoint'],
  stepUp: true,
  idempotent: true,
  programs: {
    scope: SCOPE,
    group,
    description: `Events from now on are sent to the address, in their order and at least once. A message is a POST of JSON: \`id\`, \`type\`, \`timestamp\`, \`sandbox\` and \`data\` of the event. It is signed as Standard Webhooks says, with the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`: any library for Standard Webhooks verifies it with the secret, which is shown this once. Answer with any 2xx within 15 seconds; otherwise it is sent again, ever later, for about three days. At most ${MOST} endpoints.`,
    sandbox: (ctx, { body }) => add(ctx, body, true),
  },
  body: T.Object({
    url: T.String({ format: 'uri', pattern: '^https?://', maxLength: 2000, examples: ['https://hooks.acme.example/leads'] }),
    types: T.Optional(
      T.Array(T.Enum(EVENT_TYPES as unknown as string[]), {
        maxItems: 20,
        uniqueItems: true,
        examples: [['lead.created']],
        description: 'Types of events to send; all when left out',
      }),
    ),
  }),
  status: 201,
  response: T.Object({
    ...EndpointShape.properties,
    secret: T.String({ examples: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTMyIQ=='] }),
  }),
  handler: (ctx, { body }) => add(ctx, body, false),
});

const drop = defineRoute({
  id: 'open-api.remove-endpoint',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/:id',
  summary: 'Remove a webhook endpoint',
  ability: ['delete', 'WebhookEndpoint'],
  stepUp: true,
  programs: { scope: SCOPE, group, sandbox: (ctx, { params }) => remove(ctx, params.id, true) },
  params: EndpointId,
  response: T.Object({
    id: T.String({ examples: ['5d8a9a52-7b1e-4c62-9a9e-0f0a6a2b7c11'] }),
    message: T.String({ examples: ['The endpoint has been removed.'] }),
  }),
  // Browsers show those of the sandbox too.
  handler: (ctx, { params }) => remove(ctx, params.id, ctx.program ? false : undefined),
});

const again = defineRoute({
  id: 'open-api.replay',
  method: 'POST',
  path: '/v1/webhook-endpoints/:id/replay',
  summary: 'Send events again',
  ability: ['update', 'WebhookEndpoint'],
  stepUp: true,
  idempotent: true,
  programs: {
    scope: SCOPE,
    group,
    description: 'Starts a stopped endpoint again. With `after` it gets what came behind that event once more, as far as it is kept.',
    sandbox: (ctx, { params, body }) => replay(ctx, params.id, body?.after, true),
  },
  params: EndpointId,
  body: T.Object({ after: T.Optional(T.String({ pattern: '^evt_[0-9]{1,10}_[0-9]{1,15}$', examples: ['evt_12_1041'] })) }),
  response: T.Object({ ...EndpointShape.properties, message: T.String({ examples: ['Events are being sent again.'] }) }),
  handler: (ctx, { params, body }) => replay(ctx, params.id, body?.after, ctx.program ? false : undefined),
});

/** For the screen: an endpoint of either mode. */
const addHere = defineRoute({
  id: 'open-api.add-endpoint-here',
  method: 'POST',
  path: '/developer/webhook-endpoints',
  summary: 'Add a webhook endpoint, of live events or of the sandbox',
  ability: ['create', 'WebhookEndpoint'],
  stepUp: true,
  body: T.Object({ ...create.body!.properties, mode: T.Enum(['live', 'sandbox']) }),
  response: T.Object({ id: T.String(), message: T.String(), oneTimeSecret: OneTimeSecret }),
  async handler(ctx, { body: { mode, ...body } }) {
    const { id, secret } = await add(ctx, body, mode === 'sandbox');
    return { id, message: ctx.t('open-api.endpoint.added'), ...secretOnce(ctx, secret) };
  },
});

/** For the screen: live ones and those of the sandbox. */
const overview = defineRoute({
  id: 'open-api.endpoint-rows',
  method: 'GET',
  path: '/developer/webhook-endpoints',
  summary: 'All webhook endpoints of the own agency',
  ability: ['read', 'WebhookEndpoint'],
  query: T.Object(PageQuery),
  response: List(T.Object({ ...EndpointShape.properties, mode: T.Enum(['live', 'sandbox']) })),
  async handler(ctx, { query }) {
    const rows = (await endpointsOf(ctx)).map((row) => ({
      ...endpointOut(row),
      mode: row.sandbox ? ('sandbox' as const) : ('live' as const),
    }));
    return pageOfAll(rows, query);
  },
});

export const webhookRoutes = [list, create, drop, again, addHere, overview];
