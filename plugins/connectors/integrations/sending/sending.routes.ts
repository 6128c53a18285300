import {
  conflict,
  type ConnectorDef,
  Connectors,
  type Ctx,
  defineRoute,
  Flag,
  flagOf,
  invalid,
  List,
  notFound,
  pageOfAll,
  PageQuery,
  T,
} from '../../../../core/contract.ts';
import { Campaigns } from '../../../campaign-management/campaigns/contract.ts';
import { Products } from '../../../foundation/companies/contract.ts';
import { callAs } from '../calls.ts';
import { connectionFor, type ConnectionRow } from '../connections.store.ts';
import { ConnectionId } from '../integrations.routes.ts';
import { plainNote } from '../lead.ts';
import { sampleOf } from '../triggers/sample.ts';
import { choicesOf, firstName, mayChoose, namingOf, sent, usual } from './fields.ts';
import { keptRules, RuleFields, type Rules } from './rules.ts';
import { saveFields, saveRules } from './sending.store.ts';

const Said = T.Object({ message: T.String() });
const FieldId = T.Object({ ...ConnectionId.properties, field: T.String({ minLength: 1, maxLength: 100 }) });
/** They stand in every payload and are not to be named twice. */
const RESERVED = new Set(['id', 'isTest', 'deliveryId']);

/** A connection with its connector. Throws 404, or 409 where the connector is not there any more. */
async function connected(ctx: Ctx, id: number, action: 'read' | 'update'): Promise<{ row: ConnectionRow; connector: ConnectorDef }> {
  const row = await connectionFor(ctx, id, action);
  const connector = ctx.use(Connectors).find(row.connector);
  if (!connector) throw conflict('integrations.gone');
  return { row, connector };
}

const list = defineRoute({
  id: 'integrations.fields',
  method: 'GET',
  path: '/integrations/:id/fields',
  summary: 'Fields of leads that a connection sends or may send, and under which names',
  ability: ['read', 'Connection'],
  params: ConnectionId,
  query: T.Object(PageQuery),
  response: List(
    T.Object({
      field: T.String(),
      title: T.String(),
      sample: T.String(),
      sent: Flag,
      name: T.String(),
      /** Whether it can be given any name, one of those that there are at the other end, or none. */
      naming: T.Enum(['any', 'choice', 'none']),
    }),
  ),
  async handler(ctx, { params, query }) {
    const { row, connector } = await connected(ctx, params.id, 'read');
    const chosen = row.fields ?? usual(ctx, connector);
    const offered = choicesOf(ctx, connector).filter(({ name }) => name in chosen || mayChoose(ctx, name));
    const rows = offered.map(({ name: field, title, sample, isUsual }) => ({
      field,
      title,
      sample: String(sample),
      sent: flagOf(field in chosen),
      name: chosen[field] ?? '',
      naming: namingOf(connector, isUsual),
    }));
    return pageOfAll(rows, query);
  },
});

const send = defineRoute({
  id: 'integrations.field-send',
  method: 'PUT',
  path: '/integrations/:id/fields/:field',
  summary: 'Send a field of leads, or never',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: FieldId,
  body: T.Object({ sent: Flag }),
  response: Said,
  async handler(ctx, { params, body }) {
    const { row, connector } = await connected(ctx, params.id, 'update');
    const { field } = params;
    const choice = choicesOf(ctx, connector).find(({ name }) => name === field);
    const { [field]: name, ...others } = row.fields ?? usual(ctx, connector);
    if ((!choice && name === undefined) || (body.sent === 'T' && !mayChoose(ctx, field))) throw notFound();
    if (body.sent === 'F') await saveFields(ctx, row, others);
    else {
      if (!choice) throw conflict('integrations.fields.name-first');
      const given = firstName(connector, field, choice.isUsual);
      if (namingOf(connector, choice.isUsual) === 'choice' && !name) throw conflict('integrations.fields.name-first');
      if (Object.values(others).includes(given) && given !== '') throw conflict('integrations.fields.taken');
      await saveFields(ctx, row, { ...others, [field]: name ?? given });
    }
    return { message: ctx.t('integrations.fields.saved') };
  },
});

const rename = defineRoute({
  id: 'integrations.field-name',
  method: 'PUT',
  path: '/integrations/:id/fields/:field/name',
  summary: 'Send a field of leads under this name',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: FieldId,
  body: T.Object({ name: T.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]+$' }) }),
  response: Said,
  async handler(ctx, { params, body }) {
    const { row, connector } = await connected(ctx, params.id, 'update');
    const choice = choicesOf(ctx, connector).find(({ name }) => name === params.field);
    if (!choice || namingOf(connector, choice.isUsual) === 'none' || !mayChoose(ctx, params.field)) throw notFound();
    const { [params.field]: _before, ...others } = row.fields ?? usual(ctx, connector);
    const name = body.name.trim();
    if (RESERVED.has(name) || connector.mapping?.taken?.includes(name)) throw invalid('name', 'integrations.fields.reserved');
    if (Object.values(others).includes(name)) throw invalid('name', 'integrations.fields.taken');
    await saveFields(ctx, row, { ...others, [params.field]: name });
    return { message: ctx.t('integrations.fields.saved') };
  },
});

const names = defineRoute({
  id: 'integrations.field-names',
  method: 'GET',
  path: '/integrations/:id/field-names',
  summary: 'Fields that there are at the other system; none where any name is taken',
  ability: ['update', 'Connection'],
  db: 'intent',
  params: ConnectionId,
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  async handler(ctx, { params }) {
    const { row, connector } = await ctx.transaction((tx) => connected(tx, params.id, 'update'));
    if (!connector.mapping?.names) return { options: [] };
    const answer = await callAs(ctx, connector, row, (as) => ctx.use(Connectors).names(as));
    if (!answer.ok)
      throw conflict('integrations.fields.unknown', { params: { title: ctx.t(connector.title), response: plainNote(answer.note) } });
    return { options: answer.names.map(({ value, label }) => ({ value, label })) };
  },
});

const sample = defineRoute({
  id: 'integrations.sample',
  method: 'GET',
  path: '/integrations/:id/sample',
  summary: 'What the other system is given of a made-up lead',
  ability: ['read', 'Connection'],
  params: ConnectionId,
  response: T.Object({ text: T.String() }),
  async handler(ctx, { params }) {
    const { row, connector } = await connected(ctx, params.id, 'read');
    const { input, fields, payload } = sent(ctx, connector, row, sampleOf(ctx, connector, row.triggers));
    return { text: JSON.stringify(payload === null ? { ...input, ...fields } : JSON.parse(payload), null, 2) };
  },
});

const rules = defineRoute({
  id: 'integrations.rules',
  method: 'GET',
  path: '/integrations/:id/rules',
  summary: 'Which leads a connection sends',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  response: T.Object(RuleFields),
  handler: async (ctx, { params }) => (await connectionFor(ctx, params.id, 'update')).rules,
});

const setRules = defineRoute({
  id: 'integrations.rules-set',
  method: 'PUT',
  path: '/integrations/:id/rules',
  summary: 'Choose which leads a connection sends; what is left out is left open',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  body: T.Object(RuleFields),
  response: Said,
  async handler(ctx, { params, body }) {
    const row = await connectionFor(ctx, params.id, 'update');
    await checkRules(ctx, body);
    await saveRules(ctx, row, keptRules(body));
    return { message: ctx.t('integrations.rules.saved') };
  },
});

async function checkRules(ctx: Ctx, { products = [], campaigns = [] }: Rules): Promise<void> {
  const known = await ctx.use(Campaigns).byId(campaigns);
  if (campaigns.some((id) => !known.has(id))) throw invalid('campaigns', 'integrations.rules.campaign');
  const installed = new Set(ctx.installed(Products).map(({ product }) => product));
  if (products.some((product) => !installed.has(product))) throw invalid('products', 'integrations.rules.product');
}

const products = defineRoute({
  id: 'integrations.product-options',
  method: 'GET',
  path: '/integrations/product-options',
  summary: 'Products whose leads a connection may send',
  ability: ['read', 'Connection'],
  response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
  handler: async (ctx) => ({
    options: ctx.contributions(Products).map(({ product }) => ({ value: product, label: ctx.named(product).name })),
  }),
});

export const sendingRoutes = [products, list, names, sample, rules, send, rename, setRules];
