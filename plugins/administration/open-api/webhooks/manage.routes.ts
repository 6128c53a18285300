import { randomUUID } from 'node:crypto';
import { conflict, type Ctx, defineRoute, List, listOf, notFound, pageOf, PageQuery, T } from '../../../../core/contract.ts';
import { isNumberPlace, pageFrom, PageOf, CursorQuery, placeOf } from '../cursor.ts';
import { DeliveryShape, EndpointShape } from '../shapes.ts';
import { deliveriesOf, deliveryOf, deliveryOut, noteDelivery } from './deliveries.store.ts';
import { disableEndpoint, endpointFor, endpointOut, type EndpointRow, moveBack, rotateSecret } from './endpoints.store.ts';
import { post, secretsOf } from './post.ts';
import { newWebhookSecret } from './signature.ts';
import { EndpointId, OneTimeSecret, secretOnce, SCOPE } from './webhooks.routes.ts';

const group = 'Webhooks';
const TEST = 'endpoint.test';
/** Browsers see those of the sandbox too. */
const modeOf = (ctx: Ctx): boolean | undefined => (ctx.program ? ctx.program.sandbox : undefined);

/** One of the agency's endpoints that the actor may `action`. Throws 404. */
async function endpoint(ctx: Ctx, action: 'read' | 'update', id: string, sandbox = modeOf(ctx)): Promise<EndpointRow> {
  const row = await endpointFor(ctx, action, id, sandbox);
  if (!row) throw notFound();
  return row;
}

async function rotated(ctx: Ctx, id: string) {
  const row = await endpoint(ctx, 'update', id);
  const secret = newWebhookSecret();
  const changed = await rotateSecret(ctx, row, secret);
  await ctx.audit({ action: 'open-api.secret-rotated', description: 'Made a new secret for a webhook endpoint', target: row.url });
  return { ...endpointOut(changed), secret };
}

const rotate = defineRoute({
  id: 'open-api.rotate-secret',
  method: 'POST',
  path: '/v1/webhook-endpoints/:id/rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint',
  ability: ['update', 'WebhookEndpoint'],
  stepUp: true,
  idempotent: true,
  programs: {
    scope: SCOPE,
    group,
    description:
      'Answers a new secret, this once. For 24 hours messages carry two signatures, one by each secret, so that you can change over without missing any. Asking again ends the secret before the last one at once.',
    sandbox: (ctx, { params }) => rotated(ctx, params.id),
  },
  params: EndpointId,
  response: T.Object({
    ...EndpointShape.properties,
    secret: T.String({ examples: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTMyIQ=='] }),
  }),
  handler: (ctx, { params }) => rotated(ctx, params.id),
});

/** For the screen, which shows the secret once. */
const rotateHere = defineRoute({
  id: 'open-api.rotate-secret-here',
  method: 'POST',
  path: '/developer/webhook-endpoints/:id/rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint, of live events or of the sandbox',
  ability: ['update', 'WebhookEndpoint'],
  stepUp: true,
  // Rotated twice, the secret that programs still use would end at once.
  idempotent: true,
  params: EndpointId,
  response: T.Object({ oneTimeSecret: OneTimeSecret }),
  handler: async (ctx, { params }) => secretOnce(ctx, (await rotated(ctx, params.id)).secret),
});

async function disabled(ctx: Ctx, id: string) {
  const row = await endpoint(ctx, 'update', id);
  if (row.state === 'disabled') return endpointOut(row);
  const changed = await disableEndpoint(ctx, id);
  await ctx.audit({ action: 'open-api.endpoint-disabled', description: 'Disabled a webhook endpoint', target: row.url });
  return endpointOut(changed);
}

const disable = defineRoute({
  id: 'open-api.disable-endpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/:id/disable',
  summary: 'Disable a webhook endpoint',
  ability: ['update', 'WebhookEndpoint'],
  stepUp: true,
  idempotent: true,
  programs: {
    scope: SCOPE,
    group,
    description: 'Nothing more is sent to it. Replaying it starts it again, with what came meanwhile as far as it is kept.',
    sandbox: (ctx, { params }) => disabled(ctx, params.id),
  },
  params: EndpointId,
  response: T.Object({ ...EndpointShape.properties, message: T.Optional(T.String({ examples: ['The endpoint is disabled.'] })) }),
  handler: async (ctx, { params }) => ({ ...(await disabled(ctx, params.id)), message: ctx.t('open-api.endpoint.disabled') }),
});

/** Sends a test event now, whatever state the endpoint is in, and writes down what came of it. Opens its own transactions. */
async function tested(ctx: Ctx, id: string) {
  const { row, secrets } = await ctx.transaction(async (tx) => {
    const found = await endpoint(tx, 'update', id);
    return { row: found, secrets: await secretsOf(tx, found) };
  });
  const message = { id: `evt_test_${randomUUID()}`, type: TEST, at: ctx.now.toISOString(), sandbox: row.sandbox, data: {} };
  const answer = await post(ctx, row.url, secrets, message);
  await ctx.transaction((tx) => noteDelivery(tx, row, { position: null, type: TEST }, answer));
  const { status, error, milliseconds } = answer;
  return { result: error === '' ? ('delivered' as const) : ('failed' as const), status, error: error || null, milliseconds };
}

const { result, status, error, milliseconds } = DeliveryShape.properties;
const test = defineRoute({
  id: 'open-api.test-endpoint',
  method: 'POST',
  path: '/v1/webhook-endpoints/:id/test',
  summary: 'Send a test event',
  ability: ['update', 'WebhookEndpoint'],
  withoutStepUp: 'sends nothing but a made-up event to an address that was added with a fresh sign-in',
  idempotent: true,
  rate: 'open-api.test',
  unlogged: 'it stands among the deliveries of the endpoint',
  db: 'intent',
  programs: {
    scope: SCOPE,
    group,
    description: 'Sends an `endpoint.test` event at once, signed as all others are, and answers how the endpoint took it.',
    sandbox: (ctx, { params }) => tested(ctx, params.id),
  },
  params: EndpointId,
  response: T.Object({
    result,
    status,
    error,
    milliseconds,
    message: T.Optional(T.String({ examples: ['The endpoint accepted the test event.'] })),
  }),
  async handler(ctx, { params }) {
    const outcome = await tested(ctx, params.id);
    if (outcome.error && !ctx.program) throw conflict('open-api.endpoint.test-failed', { params: { error: outcome.error } });
    return { ...outcome, message: ctx.t('open-api.endpoint.tested') };
  },
});

async function page(ctx: Ctx, id: string, { limit = 50, cursor }: { limit?: number | undefined; cursor?: string | undefined }) {
  await endpoint(ctx, 'read', id);
  const rows = await deliveriesOf(ctx, id, { before: placeOf(cursor, isNumberPlace)?.id, most: limit + 1 });
  const { data, ...rest } = pageFrom(rows, limit, (last) => ({ id: Number(last.id) }));
  return { data: data.map(deliveryOut), ...rest };
}

const deliveries = defineRoute({
  id: 'open-api.endpoint-deliveries',
  method: 'GET',
  path: '/v1/webhook-endpoints/:id/deliveries',
  summary: 'List deliveries of a webhook endpoint',
  ability: ['read', 'WebhookEndpoint'],
  programs: {
    scope: SCOPE,
    group,
    description: 'Each try of sending an event, the newest first, for 30 days.',
    sandbox: (ctx, { params, query }) => page(ctx, params.id, query),
  },
  params: EndpointId,
  query: T.Object(CursorQuery),
  response: PageOf(DeliveryShape),
  handler: (ctx, { params, query }) => page(ctx, params.id, query),
});

/** For the screen. */
const detail = defineRoute({
  id: 'open-api.endpoint-detail',
  method: 'GET',
  path: '/developer/webhook-endpoints/:id',
  summary: 'One webhook endpoint of the own agency',
  ability: ['read', 'WebhookEndpoint'],
  params: EndpointId,
  response: T.Object({ ...EndpointShape.properties, mode: T.Enum(['live', 'sandbox']), rotating: T.Boolean() }),
  async handler(ctx, { params }) {
    const row = await endpoint(ctx, 'read', params.id);
    const rotating = row.old_until !== null && row.old_until > ctx.now;
    return { ...endpointOut(row), mode: row.sandbox ? ('sandbox' as const) : ('live' as const), rotating };
  },
});

const MOST_SHOWN = 1_000;
const rows = defineRoute({
  id: 'open-api.delivery-rows',
  method: 'GET',
  path: '/developer/webhook-endpoints/:id/deliveries',
  summary: 'The last tries of sending events to an endpoint, the newest first',
  ability: ['read', 'WebhookEndpoint'],
  params: EndpointId,
  query: T.Object({
    ...PageQuery,
    Result: T.Optional(T.Enum(['', 'failed'])),
  }),
  response: List(T.Object({ ...DeliveryShape.properties, can_replay: T.Boolean() })),
  async handler(ctx, { params, query }) {
    await endpoint(ctx, 'read', params.id);
    const found = await deliveriesOf(ctx, params.id, { failed: query.Result === 'failed', most: MOST_SHOWN });
    const at = pageOf(query);
    const shown = found.slice(at.offset, at.offset + at.perPage).map((row) => ({ ...deliveryOut(row), can_replay: row.position !== null }));
    return listOf(shown, found.length, at);
  },
});

const replayFrom = defineRoute({
  id: 'open-api.replay-delivery',
  method: 'POST',
  path: '/developer/webhook-endpoints/:id/deliveries/:delivery/replay',
  summary: 'Send the event of a delivery again, and what came behind it',
  ability: ['update', 'WebhookEndpoint'],
  stepUp: true,
  params: T.Object({ ...EndpointId.properties, delivery: T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  response: T.Object({ message: T.String() }),
  async handler(ctx, { params }) {
    const row = await endpoint(ctx, 'update', params.id);
    const delivery = await deliveryOf(ctx, row.id, params.delivery);
    if (!delivery || delivery.position === null) throw notFound();
    await moveBack(ctx, row.id, Number(delivery.position) - 1);
    await ctx.audit({ action: 'open-api.endpoint-resumed', description: 'Sent events to a webhook endpoint again', target: row.url });
    return { message: ctx.t('open-api.endpoint.resumed') };
  },
});

export const webhookRates = [{ id: 'open-api.test' as const, points: 12, seconds: 60, by: 'company' as const }];
export const manageRoutes = [rotate, rotateHere, disable, test, deliveries, detail, rows, replayFrom];
