import {
  type ConnectorDef,
  Connectors,
  type Ctx,
  conflict,
  defineRoute,
  invalid,
  type Json,
  notFound,
  T,
} from '../../../../core/contract.ts';
import { connectionFor, type ConnectionRow } from '../connections.store.ts';
import { ConnectionId } from '../integrations.routes.ts';
import { NewLead } from '../contract.ts';
import { sampleOf } from '../triggers/sample.ts';
import { ALWAYS, choicesOf, mayChoose, sent, usual } from './fields.ts';
import { saveTemplate } from './sending.store.ts';
import { fieldsIn, LONGEST_TEMPLATE, type TemplateFault, templateFault } from './template.ts';

const Said = T.Object({ message: T.String() });
const Template = T.Object({ template: T.String({ minLength: 2, maxLength: LONGEST_TEMPLATE }) });

/** A connection whose company may write the payload. Throws 404, or 409 where the connector is not there any more. */
async function writable(ctx: Ctx, id: number): Promise<{ row: ConnectionRow; connector: ConnectorDef }> {
  const row = await connectionFor(ctx, id, 'update');
  const connector = ctx.use(Connectors).find(row.connector);
  if (!connector) throw conflict('integrations.gone');
  if (!connector.mapping?.template) throw notFound();
  return { row, connector };
}

/** Fields for which a template may have a place, and which of them are sent. */
function placesOf(ctx: Ctx, connector: ConnectorDef, row: ConnectionRow) {
  const chosen = row.fields ?? usual(ctx, connector);
  const always = [...ALWAYS].map((name) => ({ name, title: ctx.t(`integrations.lead.${name}`), isSent: true }));
  const fields = choicesOf(ctx, connector).filter(({ name }) => name in chosen || mayChoose(ctx, name));
  return [...always, ...fields.map(({ name, title }) => ({ name, title, isSent: name in chosen }))];
}

const saidOf = (ctx: Ctx, { message, line, column, field }: TemplateFault): string => ctx.t(message, { line, column, field });

/** What a template is begun with: the fields that are sent, under their names. */
function firstTemplate(ctx: Ctx, connector: ConnectorDef, row: ConnectionRow): string {
  const chosen = Object.entries(row.fields ?? usual(ctx, connector)).map(([field, name]): [string, Json] => [
    name || field,
    `{{${field}}}`,
  ]);
  return JSON.stringify({ id: '{{id}}', ...Object.fromEntries(chosen), isTest: '{{isTest}}' }, null, 2);
}

const read = defineRoute({
  id: 'integrations.template',
  method: 'GET',
  path: '/integrations/:id/template',
  summary: 'The payload of a connection as its company wrote it, or one to begin with',
  ability: ['update', 'Connection'],
  params: ConnectionId,
  response: T.Object({ template: T.String(), own: T.Boolean() }),
  async handler(ctx, { params }) {
    const { row, connector } = await writable(ctx, params.id);
    return { template: row.template ?? firstTemplate(ctx, connector, row), own: row.template !== null };
  },
});

const preview = defineRoute({
  id: 'integrations.template-preview',
  method: 'POST',
  path: '/integrations/:id/template/preview',
  summary: 'A template filled in with a made-up lead, or what is wrong with it and where; keeps nothing',
  ability: ['update', 'Connection'],
  withoutStepUp: 'fills in a made-up lead and changes nothing',
  unlogged: 'changes nothing',
  params: ConnectionId,
  body: T.Object({ template: T.String({ maxLength: LONGEST_TEMPLATE }) }),
  response: T.Object({
    text: T.String(),
    fault: T.String(),
    /** Fields that the template has a place for and that the connection does not send. */
    unsent: T.Array(T.String()),
    places: T.Array(T.Object({ name: T.String(), title: T.String(), isSent: T.Boolean() })),
  }),
  async handler(ctx, { params, body: { template } }) {
    const { row, connector } = await writable(ctx, params.id);
    const places = placesOf(ctx, connector, row);
    const fault = templateFault(template, new Set(places.map(({ name }) => name)));
    if (fault) return { text: '', fault: saidOf(ctx, fault), unsent: [], places };
    const named = new Set(fieldsIn(template));
    const { payload } = sent(ctx, connector, { ...row, template }, sampleOf(ctx, connector, [NewLead.id]));
    return {
      text: JSON.stringify(JSON.parse(payload ?? 'null'), null, 2),
      fault: '',
      unsent: places.filter(({ name, isSent }) => named.has(name) && !isSent).map(({ title }) => title),
      places,
    };
  },
});

const save = defineRoute({
  id: 'integrations.template-save',
  method: 'PUT',
  path: '/integrations/:id/template',
  summary: 'Send this payload: JSON in which {{field}} stands for a field of the lead',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  body: Template,
  response: Said,
  async handler(ctx, { params, body: { template } }) {
    const { row, connector } = await writable(ctx, params.id);
    const fault = templateFault(template, new Set(placesOf(ctx, connector, row).map(({ name }) => name)));
    if (fault) throw invalid('template', fault.message, { line: fault.line, column: fault.column, field: fault.field });
    await saveTemplate(ctx, row, template);
    return { message: ctx.t('integrations.template.saved') };
  },
});

const drop = defineRoute({
  id: 'integrations.template-drop',
  method: 'DELETE',
  path: '/integrations/:id/template',
  summary: 'Send the payload that the connector makes',
  ability: ['update', 'Connection'],
  stepUp: true,
  params: ConnectionId,
  response: Said,
  async handler(ctx, { params }) {
    const { row } = await writable(ctx, params.id);
    await saveTemplate(ctx, row, null);
    return { message: ctx.t('integrations.template.dropped') };
  },
});

export const templateRoutes = [read, preview, save, drop];
