import type { ConnectorDef, Ctx, Json } from '../../../core/contract.ts';
import { Leads } from '../../leads/contract.ts';
import { LeadInput } from '../contract.ts';
import { actionOf, fakeLead } from '../lead.ts';

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
/** They say which lead it is and whether it is real, nothing of the person. */
const ALWAYS = new Set(['id', 'isTest']);

const usualFields = (connector: ConnectorDef): string[] =>
  Object.keys((connector.actions[actionOf(connector)]?.input.properties ?? {}) as object).filter((name) => !ALWAYS.has(name));

/** Fields that a connector sends where nobody has chosen, by the names under which they go. */
export function usual(ctx: Ctx, connector: ConnectorDef): Record<string, string> {
  const isOpen = connector.mapping !== undefined && !connector.mapping.names;
  const names = isOpen ? choicesOf(ctx, connector).map(({ name }) => name) : usualFields(connector);
  return Object.fromEntries(names.filter((name) => name !== PRICE).map((name) => [name, isOpen ? name : '']));
}

/** Whether the caller may choose a field: what a lead costs is for those to give away who may see it. */
export const mayChoose = (ctx: Ctx, name: string): boolean => name !== PRICE || ctx.can('see-prices', 'Report');

/** Fields that may be sent through the connector, its own first. */
export function choicesOf(ctx: Ctx, connector: ConnectorDef): FieldChoice[] {
  const leads = ctx.use(Leads);
  const sample = fakeLead(ctx.now, leads.furtherSample()) as Record<string, Json>;
  const usualOnes = new Set(usualFields(connector));
  const known = new Map<string, string>();
  for (const name of Object.keys(LeadInput.properties)) if (!ALWAYS.has(name)) known.set(name, ctx.t(`integrations.lead.${name}`));
  for (const { fields } of leads.sources().values()) for (const { name, title } of fields) known.set(name, ctx.t(title));
  for (const { name, title } of leads.furtherFields()) known.set(name, ctx.t(title));
  return [...known]
    .filter(([name]) => connector.mapping !== undefined || usualOnes.has(name))
    .map(([name, title]) => ({ name, title, sample: sample[name] ?? '', isUsual: usualOnes.has(name) }));
}

/** What an action is given of a lead: what was chosen and nothing else. */
export function sent(
  ctx: Ctx,
  connector: ConnectorDef,
  chosen: Fields,
  input: Readonly<Record<string, unknown>>,
): { action: string; input: Record<string, unknown>; fields: Record<string, Json> } {
  const action = actionOf(connector);
  const fields = chosen ?? usual(ctx, connector);
  const usualOnes = Object.keys((connector.actions[action]?.input.properties ?? {}) as object);
  const isSent = (name: string): boolean => ALWAYS.has(name) || name in fields;
  return {
    action,
    input: Object.fromEntries(usualOnes.map((name) => [name, isSent(name) ? input[name] : blank(input[name])])),
    fields: namedFields(fields, input),
  };
}

/** As it is for a lead of which nothing is known. */
const blank = (value: unknown): unknown => (typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : '');

/** What was chosen, under the names that the company gave, in its order. */
function namedFields(fields: Readonly<Record<string, string>>, input: Readonly<Record<string, unknown>>): Record<string, Json> {
  const named = Object.entries(fields).flatMap(([field, name]) => (name && field in input ? [[name, input[field] as Json] as const] : []));
  return Object.fromEntries(named);
}
