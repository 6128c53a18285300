import { type ConnectorDef, type Ctx, dollarsOf, EveryTrigger, type TriggerSource } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Evidence, type Lead, Leads } from '../../lead-intake/leads/contract.ts';

/**
 * What a connector's action may be given of a lead, in the shape of `LeadInput`. A field of the lead itself stands before what else is known of it. Reads as the caller's
 * company does.
 */
export async function inputOf(ctx: Ctx, lead: Lead): Promise<Record<string, unknown>> {
  const { id, campaignId, product, source, createdAt, lastSeenAt, observations, retailCents, isTest, evidence } = lead;
  const { firstName, lastName, email, phone, address, city, state, zip, company } = lead;
  const leads = ctx.use(Leads);
  const further = (await leads.further([lead])).get(id) ?? {};
  const campaign = await ctx.use(Campaigns).described(campaignId);
  return {
    ...further,
    ...evidence,
    id,
    campaignId,
    campaign: campaign?.name ?? '',
    campaignFields: asText(campaign?.ownFields ?? {}),
    product,
    source: ctx.t(leads.sources().get(source)?.title ?? source),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    visits: observations,
    price: dollarsOf(retailCents),
    firstName,
    lastName,
    email,
    phone,
    address,
    city,
    state,
    zip,
    company,
    isTest,
  };
}

const asText = (fields: Readonly<Record<string, unknown>>): string => (Object.keys(fields).length === 0 ? '' : JSON.stringify(fields));

/** Which of its actions a connector runs for a trigger, one of its own before one for all; empty where none does. */
export function actionOf(connector: ConnectorDef, trigger: string): string {
  const actions = Object.entries(connector.actions);
  const found = actions.find(([, { on }]) => on.id === trigger) ?? actions.find(([, { on }]) => on.id === EveryTrigger.id);
  return found?.[0] ?? '';
}

/** What a connector can send. */
export const offeredBy = (connector: ConnectorDef, triggers: readonly TriggerSource[]): TriggerSource[] =>
  triggers.filter(({ trigger }) => actionOf(connector, trigger.id) !== '');

/** Nobody could take this for a person: reserved domain, reserved telephone number. */
export const fakeLead = (now: Date, further: Evidence): Record<string, unknown> => ({
  ...further,
  id: '00000000-0000-7000-8000-000000000000',
  campaignId: 0,
  campaign: 'Example campaign',
  campaignFields: '{"x_reference":"Example"}',
  product: 'local',
  source: 'Test',
  createdAt: now.toISOString(),
  lastSeenAt: now.toISOString(),
  visits: 3,
  price: '0.00',
  firstName: 'Test',
  lastName: 'Lead',
  email: 'test.lead@example.com',
  phone: '+15555550100',
  address: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  company: 'Example Inc.',
  url: 'https://example.com/',
  isTest: true,
});

/** What the other end said, fit to be stored and shown: one line, no control characters, at most 230 characters. */
export const plainNote = (note: string): string =>
  note
    .slice(0, 230)
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
