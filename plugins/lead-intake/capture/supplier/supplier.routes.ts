import { type Ctx, defineForm, definePage, defineRoute, type FieldUi, invalid, type Static, T } from '../../../../core/contract.ts';
import { recentLookups } from './lookups.store.ts';
import { LookupBudget, SECRET_PLACE, Supplier, type SupplierSettings, supplierSchema } from './supplier.settings.ts';

const { properties: p } = supplierSchema;
const REQUEST = Object.keys(p.request.properties) as (keyof SupplierSettings['request'])[];
const RESPONSE = Object.keys(p.response.properties) as (keyof SupplierSettings['response'])[];
const prefixed = (prefix: string, names: readonly string[]) =>
  Object.fromEntries(names.map((n) => [`${prefix}${n}`, T.Optional(p.request.properties.visitor)]));

/** The settings as one flat form. Without a secret the one that is stored stays. */
const Body = T.Object({
  on: T.Boolean(),
  url: p.url,
  header: p.header,
  secret: T.Optional(T.String({ maxLength: 500 })),
  timeoutMs: p.timeoutMs,
  costCents: p.costCents,
  perCampaign: T.Optional(LookupBudget.schema.properties.perCampaign),
  ...prefixed('ask_', REQUEST),
  ...prefixed('take_', RESPONSE),
});
type Body = Static<typeof Body> & Record<`ask_${string}` | `take_${string}`, string | undefined>;

export const supplierRoutes = [
  defineRoute({
    id: 'capture.supplier-read',
    method: 'GET',
    path: '/capture/supplier',
    summary: 'How the identity supplier is set up, without its secret',
    ability: ['read', 'Supplier'],
    response: T.Object({ ...Body.properties, hasSecret: T.Boolean() }),
    async handler(ctx) {
      const { request, response, secret, ...rest } = await ctx.setting(Supplier);
      const flat = { ...named('ask_', request), ...named('take_', response) };
      const { perCampaign } = await ctx.setting(LookupBudget);
      return { ...rest, ...flat, perCampaign, hasSecret: secret !== '' };
    },
  }),
  defineRoute({
    id: 'capture.supplier-write',
    method: 'PUT',
    path: '/capture/supplier',
    summary: 'Set up the identity supplier',
    ability: ['update', 'Supplier'],
    audit: 'capture.supplier-changed',
    stepUp: true,
    body: Body,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      const { secret: given, on, url, header, timeoutMs, costCents } = body;
      if (on && !url) throw invalid('url', 'core.validation.required');
      const secret = given ? await ctx.secrets.seal(ctx.tenant.rootId, SECRET_PLACE, given) : (await ctx.setting(Supplier)).secret;
      const all = body as Body;
      await ctx.saveSetting(Supplier, {
        on,
        url,
        header,
        secret,
        timeoutMs,
        costCents,
        request: Object.fromEntries(REQUEST.map((n) => [n, all[`ask_${n}`] ?? ''])) as SupplierSettings['request'],
        response: Object.fromEntries(RESPONSE.map((n) => [n, all[`take_${n}`] ?? ''])) as SupplierSettings['response'],
      });
      if (body.perCampaign !== undefined) await ctx.saveSetting(LookupBudget, { perCampaign: body.perCampaign });
      return { message: ctx.t('capture.supplier.saved') };
    },
  }),
  defineRoute({
    id: 'capture.lookups',
    method: 'GET',
    path: '/capture/lookups',
    summary: 'What the identity supplier was asked in the last thirty days',
    ability: ['read', 'Supplier'],
    response: T.Object({ asked: T.Integer(), found: T.Integer(), failed: T.Integer(), costCents: T.Integer(), refused: T.Integer() }),
    handler: (ctx: Ctx) => recentLookups(ctx),
  }),
];

const named = (prefix: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([n, v]) => [`${prefix}${n}`, v]));

const ui: Record<string, FieldUi> = {
  on: { widget: 'switch' },
  url: { placeholder: 'https://', span: 12 },
  header: { span: 6 },
  secret: { widget: 'password', span: 6, autocomplete: 'off', help: 'capture.supplier-form.secret.help' },
  timeoutMs: { widget: 'number', span: 6 },
  costCents: { widget: 'number', span: 6 },
  perCampaign: { widget: 'number', span: 6 },
  ...Object.fromEntries(REQUEST.map((n) => [`ask_${n}`, { group: 'capture.supplier.ask', span: 6 }])),
  ...Object.fromEntries(RESPONSE.map((n) => [`take_${n}`, { group: 'capture.supplier.take', span: 4 }])),
};

export const supplierForm = defineForm({
  id: 'capture.supplier-form',
  version: 1,
  title: 'capture.supplier.title',
  schema: Body,
  ui,
  submit: 'capture.supplier-write',
  ability: ['update', 'Supplier'],
});

export const supplierPage = definePage({
  id: 'capture.enrichment-page',
  path: '/configuration/data-enrichment',
  title: 'capture.enrichment.title',
  roles: ['capture.supplier-pages'],
  variant: { title: 'capture.supplier-kind', order: 10 },
  ability: ['read', 'Supplier'],
  blocks: [
    { as: 'notice', severity: 'info', text: 'capture.enrichment.help', stays: true },
    {
      as: 'stats',
      title: 'capture.lookups.title',
      source: { route: 'capture.lookups' },
      items: [
        { field: 'asked', title: 'capture.lookups.asked', as: 'number' },
        { field: 'found', title: 'capture.lookups.found', as: 'number', severity: 'good' },
        { field: 'failed', title: 'capture.lookups.failed', as: 'number', severity: 'warn' },
        { field: 'refused', title: 'capture.lookups.refused', as: 'number', severity: 'warn', help: 'capture.lookups.refused.help' },
        { field: 'costCents', title: 'capture.lookups.cost', as: 'money' },
      ],
    },
    { as: 'form', form: 'capture.supplier-form', prefill: { route: 'capture.supplier-read' } },
  ],
});
