import { Connectors, type ConnectorDef, type Ctx, type TriggerSource } from '../../../../core/contract.ts';
import { Leads } from '../../../lead-intake/leads/contract.ts';
import { NewLead } from '../contract.ts';
import { fakeLead, offeredBy } from '../lead.ts';
import { type Given, isOfLeads } from '../sending/fields.ts';

/** What the connector can send here, new leads first. */
export const offeredTo = (ctx: Ctx, connector: ConnectorDef): TriggerSource[] =>
  offeredBy(connector, ctx.use(Connectors).triggers()).toSorted((a, b) => rank(a) - rank(b));
const rank = ({ trigger }: TriggerSource): number => (trigger.id === NewLead.id ? 0 : isOfLeads(trigger) ? 1 : 2);

/** What a new connection sends: new leads, or all that there is where its connector does nothing with these. */
export function usualTriggers(ctx: Ctx, connector: ConnectorDef): string[] {
  const offered = offeredTo(ctx, connector).map(({ trigger }) => trigger.id);
  return offered.includes(NewLead.id) ? [NewLead.id] : offered;
}

/** A made-up occasion of what a connection sends: a new lead if it sends these. Throws where the connector acts on nothing that happens here. */
export function sampleOf(ctx: Ctx, connector: ConnectorDef, triggers: readonly string[]): Given {
  const offered = offeredTo(ctx, connector);
  const source = offered.find(({ trigger }) => triggers.includes(trigger.id)) ?? offered[0];
  if (!source) throw new Error(`${connector.id} acts on nothing that happens here`);
  const lead = isOfLeads(source.trigger) ? fakeLead(ctx.now, ctx.use(Leads).furtherSample()) : null;
  const id = String(lead?.['id'] ?? source.sample(ctx)['id'] ?? '0');
  return { common: { trigger: source.trigger.id, at: ctx.now.toISOString(), id, isTest: true }, lead, own: source.sample(ctx) };
}

/** What triggers are called in the reader's language, by their ids. */
export const titlesOf = (ctx: Ctx): ReadonlyMap<string, string> =>
  new Map(
    ctx
      .use(Connectors)
      .triggers()
      .map(({ trigger }) => [trigger.id, ctx.t(trigger.title)]),
  );
