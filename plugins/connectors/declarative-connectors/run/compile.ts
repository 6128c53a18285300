import {
  type ActionDef,
  type ConnectorClient,
  type ConnectorDef,
  type FieldUi,
  NotAccepted,
  type Outcome,
  type Published,
  T,
  type TObject,
  type TSchema,
} from '../../../../core/contract.ts';
import { LeadInput, NewLead } from '../../integrations/contract.ts';
import { connectorScreens } from '../../integrations/shared.ts';
import { leadFieldsOf } from '../format/checks.ts';
import { partsOf } from '../format/places.ts';
import type { Document, DocumentField } from '../format/schema.ts';
import { render, textOf, type Values } from '../format/templates.ts';
import { makeCalls } from './steps.ts';

const PLUGIN = 'declarative-connectors';
/** What the owner of a connection is told that lacks a field of a newer version. */
export const LACKS_FIELDS = `${PLUGIN}.remedy.fields`;

/** The connector's id, by that of its document. */
export const connectorId = (id: string): `${string}.${string}` => `${PLUGIN}.${id}`;
const keyOf = (id: string, ...parts: string[]): string => [PLUGIN, 'of', id, ...parts].join('.');

/** A document as the connector that it describes, with its forms and texts: like one that was written with `defineConnector`. */
export function compile(document: Document): Published & { connectors: [ConnectorDef] } {
  const connector = connectorOf(document);
  const { id } = document;
  const screens = connectorScreens(connector, {
    id: (name) => `${PLUGIN}.${id}-${name}`,
    connect: `${PLUGIN}.connect`,
    change: `${PLUGIN}.change`,
    fixed: { connector: { value: id } },
    texts: [keyOf(id, 'field')],
    ui: Object.fromEntries(Object.entries(document.fields).map(([name, field]) => [name, uiOf(field)])),
  });
  return { connectors: [connector], ...screens, texts: { en: textsOf(document, 'en'), ar: textsOf(document, 'ar') } };
}

/** Fields without which a connection makes no call. */
export const requiredFields = ({ fields }: Pick<Document, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, { optional }]) => (optional ? [] : [name]));

function connectorOf(document: Document): ConnectorDef {
  const { id, egress, fields, rate, answers = [], test, erase, mapping } = document;
  const secret = Object.keys(fields).filter((name) => fields[name]!.secret);
  const calls = (client: ConnectorClient, steps: Document['actions'][string]['steps']) => ({
    steps,
    answers,
    remedyOf: (name: string) => keyOf(id, 'remedy', name),
    secrets: secret.map((name) => textOf((client.auth as Record<string, unknown>)[name])).filter((text) => text.length >= 4),
  });
  const begun = (client: ConnectorClient): Map<string, unknown> => {
    const auth = client.auth as Record<string, unknown>;
    const missing = requiredFields(document).some((name) => auth[name] === undefined || auth[name] === '');
    if (missing)
      throw new NotAccepted({ ok: false, then: 'reauthorise', remedy: LACKS_FIELDS, note: 'a field of the connection is missing' });
    return valuesOf(document, client);
  };
  return {
    id: connectorId(id),
    version: 1,
    title: keyOf(id, 'title'),
    summary: keyOf(id, 'summary'),
    egress,
    auth: { fields: fieldsOf(fields), secret },
    ...(rate ? { rate } : {}),
    test: test && (async (client) => (await makeCalls(client, calls(client, test.steps), begun(client))).last),
    erase:
      erase &&
      (async (client, { refs, emails }): Promise<Outcome> => {
        const given = begun(client);
        for (const [index, who] of (erase.by === 'ref' ? refs : emails).entries())
          await makeCalls(client, calls(client, erase.steps), new Map([...given, [`person.${erase.by}`, who]]), `-${index}`);
        return { ok: true };
      }),
    ...(mapping ? { mapping: {} } : {}),
    actions: Object.fromEntries(
      Object.entries(document.actions).map(([name, action]) => [name, actionOf(document, name, action, { calls, begun })]),
    ),
  };
}

interface How {
  calls(client: ConnectorClient, steps: Document['actions'][string]['steps']): Parameters<typeof makeCalls>[1];
  begun(client: ConnectorClient): Map<string, unknown>;
}

function actionOf(document: Document, name: string, { steps, ref }: Document['actions'][string], { calls, begun }: How): ActionDef {
  const used = leadFieldsOf(partsOf(document));
  const input = T.Pick(LeadInput, [...new Set(['id', 'isTest', ...used])] as 'id'[]) as unknown as TObject;
  return {
    title: keyOf(document.id, 'action', name),
    on: NewLead,
    input,
    ...(document.sends ? { usual: document.sends } : {}),
    async run(client, lead): Promise<Outcome> {
      const given = begun(client);
      for (const [field, value] of Object.entries(lead as Record<string, unknown>)) given.set(`lead.${field}`, value);
      given.set('fields', client.fields);
      const { values, last } = await makeCalls(client, calls(client, steps), given);
      return { ...last, ...(last.ok && ref !== undefined ? { ref: render(ref, values) } : {}) };
    },
  };
}

const valuesOf = ({ fields }: Document, { auth, deliveryId, now }: ConnectorClient): Map<string, unknown> & Values =>
  new Map<string, unknown>([
    ...Object.keys(fields).map((name) => [`auth.${name}`, (auth as Record<string, unknown>)[name]] as const),
    ['delivery.id', deliveryId],
    ['delivery.time', new Date(now).toISOString()],
  ]);

const fieldsOf = (fields: Document['fields']): TObject =>
  T.Object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, field.optional ? T.Optional(schemaOf(field)) : schemaOf(field)]),
    ),
  );

function schemaOf({ type, minLength = 1, maxLength = 300, path, choices }: DocumentField): TSchema {
  switch (type) {
    case 'number':
      return T.Number();
    case 'switch':
      return T.Boolean();
    case 'choice':
      return T.Enum((choices ?? []).map(({ value }) => value));
    case 'email':
      return T.String({ format: 'email', maxLength });
    case 'url':
      return T.String({ format: 'uri', maxLength, ...(path ? { pattern: `^https?://[^/?#]+${escaped(path)}` } : {}) });
    case 'text':
      return T.String({ minLength, maxLength });
  }
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const uiOf = ({ secret, type, placeholder }: DocumentField): FieldUi => ({
  ...(secret ? { widget: 'password' } : type === 'switch' ? { widget: 'switch' } : type === 'choice' ? { widget: 'select' } : {}),
  ...(placeholder ? { placeholder } : {}),
});

function textsOf({ id, title, summary, fields, remedies = {}, actions }: Document, locale: 'en' | 'ar'): Record<string, string> {
  const texts: [string, string][] = [
    [keyOf(id, 'title'), title[locale]],
    [keyOf(id, 'summary'), summary[locale]],
    ...Object.entries(remedies).map(([name, text]): [string, string] => [keyOf(id, 'remedy', name), text[locale]]),
    ...Object.entries(actions).map(([name, action]): [string, string] => [keyOf(id, 'action', name), action.title[locale]]),
    ...Object.entries(fields).flatMap(([name, { label, help, choices = [] }]): [string, string][] => [
      [keyOf(id, 'field', name), label[locale]],
      ...(help ? [[keyOf(id, 'field', `${name}.help`), help[locale]] as [string, string]] : []),
      ...choices.map((choice): [string, string] => [keyOf(id, 'field', `${name}.${choice.value}`), choice.label[locale]]),
    ]),
  ];
  return Object.fromEntries(texts);
}
