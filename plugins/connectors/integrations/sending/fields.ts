import { createHash } from 'node:crypto';
import { type ConnectorDef, type Ctx, EveryTrigger, type Json, type Trigger } from '../../../../core/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { LeadInput } from '../contract.ts';
import { actionOf, fakeLead } from '../lead.ts';
import { fillIn } from './template.ts';

/** Field -> the name under which it is sent, empty for its usual place. Null: nobody has chosen, so all that the connector sends by itself. */
export type Fields = Readonly<Record<string, string>> | null;

/** A field of leads that a connection may send. */
interface FieldChoice {
  name: string;
  /** In the reader's language. */
  title: string;
  sample: Json;
  /** It has a place of its own in what the connector sends. */
  isUsual: boolean;
}

/** Sent only where somebody chose it who may see prices. */
const PRICE = 'price';
/** Sent only where somebody chose them. */
const CHOSEN_ALONE: ReadonlySet<string> = new Set([PRICE, 'campaignFields']);
/** They say what happened to what and whether it is real, nothing of the person. */
export const ALWAYS: ReadonlySet<string> = new Set(Object.keys(EveryTrigger.gives.properties));

const inputNames = (connector: ConnectorDef, action: string): string[] =>
  Object.keys((connector.actions[action]?.input.properties ?? {}) as object);

/** Whether something that happens to leads: their fields are what the company chooses. */
export const isOfLeads = ({ gives }: Trigger): boolean => Object.keys(LeadInput.properties).every((name) => name in gives.properties);

/** Fields of leads that its actions name in this way. */
const leadFields = (connector: ConnectorDef, namesOf: (action: string) => readonly string[]): string[] => {
  const names = Object.entries(connector.actions).flatMap(([action, { on }]) => (isOfLeads(on) ? namesOf(action) : []));
  return [...new Set(names)].filter((name) => name in LeadInput.properties && !ALWAYS.has(name));
};

/** Fields of leads that have a place of their own in what the connector sends. */
const placedFields = (connector: ConnectorDef): string[] => leadFields(connector, (action) => inputNames(connector, action));

/** Those of them that it sends by itself. */
const usualFields = (connector: ConnectorDef): string[] =>
  leadFields(connector, (action) => connector.actions[action]!.usual ?? inputNames(connector, action));

/** Whether the fields of a connector's `input` have places of their own, and no names. */
const hasPlaces = ({ mapping }: ConnectorDef): boolean => !mapping || mapping.names !== undefined || mapping.keepsPlaces === true;

/** Whether a field can be given any name, one of those that there are at the other end, or none. */
export const namingOf = (connector: ConnectorDef, isUsual: boolean): 'any' | 'choice' | 'none' =>
  !connector.mapping || (isUsual && hasPlaces(connector)) ? 'none' : connector.mapping.names ? 'choice' : 'any';

/** The name under which a field goes that nobody has named; empty for its own place, and for a field that must be named first. */
export const firstName = (connector: ConnectorDef, name: string, isUsual: boolean): string =>
  namingOf(connector, isUsual) === 'any' ? (connector.mapping?.usual?.[name] ?? name) : '';

/** Fields that a connector sends where nobody has chosen, by the names under which they go. */
export function usual(ctx: Ctx, connector: ConnectorDef): Record<string, string> {
  const { usual: named } = connector.mapping ?? {};
  if (named) return { ...named };
  const isPlaced = hasPlaces(connector);
  const names = isPlaced ? usualFields(connector) : choicesOf(ctx, connector).map(({ name }) => name);
  return Object.fromEntries(names.filter((name) => !CHOSEN_ALONE.has(name)).map((name) => [name, isPlaced ? '' : name]));
}

/** Whether the caller may choose a field: what a lead costs is for those to give away who may see it. */
export const mayChoose = (ctx: Ctx, name: string): boolean => name !== PRICE || ctx.can('see-prices', 'Report');

/** Fields that may be sent through the connector, its own first. */
export function choicesOf(ctx: Ctx, connector: ConnectorDef): FieldChoice[] {
  const leads = ctx.use(Leads);
  const sample = fakeLead(ctx.now, leads.furtherSample()) as Record<string, Json>;
  const placed = new Set(placedFields(connector));
  const known = new Map<string, string>();
  for (const name of Object.keys(LeadInput.properties)) if (!ALWAYS.has(name)) known.set(name, ctx.t(`integrations.lead.${name}`));
  for (const { fields } of leads.sources().values()) for (const { name, title } of fields) known.set(name, ctx.t(title));
  for (const { name, title } of leads.furtherFields()) known.set(name, ctx.t(title));
  return [...known]
    .filter(([name]) => connector.mapping !== undefined || placed.has(name))
    .map(([name, title]) => ({ name, title, sample: sample[name] ?? '', isUsual: placed.has(name) }));
}

/** What a company chose to send, and the payload that it wrote itself. */
interface Chosen {
  fields: Fields;
  template: string | null;
}
interface Sent {
  action: string;
  input: Record<string, unknown>;
  fields: Record<string, Json>;
  payload: string | null;
}

/** What there is to be sent of an occasion. */
export interface Given {
  /** What every action may know. */
  common: { trigger: string; at: string; id: string; isTest: boolean };
  /** Null where it happened to something else. */
  lead: Readonly<Record<string, unknown>> | null;
  /** What the trigger gives, beside the lead if there is one. */
  own: Readonly<Record<string, unknown>>;
}

/** What an action is given: of a lead what was chosen and nothing else. */
export function sent(ctx: Ctx, connector: ConnectorDef, chosen: Chosen, { common, lead, own }: Given): Sent {
  const action = actionOf(connector, common.trigger);
  const fields = lead ? (chosen.fields ?? usual(ctx, connector)) : {};
  const all: Readonly<Record<string, unknown>> = { ...lead, ...own, ...common };
  const isSent = (name: string): boolean => name in common || name in own || name in fields;
  return {
    action,
    input: Object.fromEntries(inputNames(connector, action).map((name) => [name, isSent(name) ? all[name] : blank(all[name])])),
    fields: { ...(hasPlaces(connector) ? {} : (own as Record<string, Json>)), ...(lead ? namedFields(fields, lead) : {}) },
    payload: lead && chosen.template !== null && connector.mapping?.template ? fillIn(chosen.template, known(all, isSent)) : null,
  };
}

const known = (all: Readonly<Record<string, unknown>>, isSent: (name: string) => boolean): Record<string, Json> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isSent(name))) as Record<string, Json>;

/** Hash of what makes a record the same as others of the connector; null where it is like no other. */
export function sameness(connector: ConnectorDef, { action, input }: Sent): Buffer | null {
  const text = connector.actions[action]?.same?.(input) ?? '';
  return text ? createHash('sha256').update(text).digest() : null;
}

/** As it is for a lead of which nothing is known. */
const blank = (value: unknown): unknown => (typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : '');

/** What was chosen, under the names that the company gave, in its order. */
function namedFields(fields: Readonly<Record<string, string>>, input: Readonly<Record<string, unknown>>): Record<string, Json> {
  const named = Object.entries(fields).flatMap(([field, name]) => (name && field in input ? [[name, input[field] as Json] as const] : []));
  return Object.fromEntries(named);
}
