import { type Static, T } from '../../../core/contract.ts';

const Instant = (description: string, example: string) => T.String({ format: 'date-time', description, examples: [example] });
const Maybe = <E>(example: E, description = '') =>
  T.Union([T.String(), T.Null()], { examples: [example], ...(description ? { description } : {}) });

/** Ids in paths and bodies. */
export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const idOf = (example: number) => T.Integer({ examples: [example] });
/** US cents, everywhere in this API. */
const Cents = (description: string, example: number) => T.Integer({ description: `${description}, in US cents`, examples: [example] });

export const ClientShape = T.Object({
  id: idOf(31),
  name: T.String({ examples: ['Acme Roofing'] }),
  created_at: Instant('When it was added', '2026-09-01T15:04:05.000Z'),
});

export const UserShape = T.Object({
  id: idOf(77),
  client_id: idOf(31),
  name: T.String({ examples: ['Robin Reyes'] }),
  email: T.String({ examples: ['robin@acme.example'] }),
  status: T.Enum(['active', 'suspended', 'invited'], { examples: ['active'] }),
  created_at: Instant('When the person was added', '2026-09-01T15:04:05.000Z'),
});

export const CampaignShape = T.Object({
  id: idOf(501),
  client_id: idOf(31),
  product: T.String({ examples: ['local'], description: '`local`, `locator`, `enhance` or `b2b`' }),
  name: T.String({ examples: ['Roof repair visitors'] }),
  status: T.String({
    examples: ['active'],
    description: '`draft`, `scheduled`, `active`, `paused`, `ended`, `stopped` or `archived`',
  }),
  pause_reason: Maybe(null, 'Why it is paused'),
  timezone: T.String({ examples: ['America/Chicago'] }),
  starts_at: Maybe('2026-09-02T05:00:00.000Z'),
  ends_at: Maybe(null),
  lead_price_cents: Cents('What the client pays for a lead', 450),
});

const known = (example: string) => T.String({ examples: [example], description: 'Empty where it is not known' });
export const LeadShape = T.Object({
  id: T.String({ format: 'uuid', examples: ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'] }),
  campaign_id: idOf(501),
  client_id: idOf(31),
  product: T.String({ examples: ['local'] }),
  first_name: known('Jordan'),
  last_name: known('Lee'),
  email: known('jordan.lee@example.com'),
  phone: known('+13125550142'),
  address: known('18 Elm Street'),
  city: known('Chicago'),
  state: known('IL'),
  zip: known('60601'),
  company: known(''),
  observations: T.Integer({ examples: [2], description: 'How often the person was seen' }),
  price_cents: Cents('What the client pays for it', 450),
  is_test: T.Boolean({ examples: [false] }),
  has_converted: T.Boolean({ examples: [false] }),
  tags: T.Array(T.String(), { examples: [['hot']] }),
  created_at: Instant('When it came', '2026-09-14T18:22:10.123Z'),
  last_seen_at: Instant('When the person was last seen', '2026-09-14T18:40:00.000Z'),
});

export const ExclusionShape = T.Object({
  id: T.Integer({ examples: [8812] }),
  client_id: T.Union([T.Integer(), T.Null()], { examples: [31], description: 'Null on your own list' }),
  entry: T.String({ examples: ['j***@example.com'], description: 'The address masked, or the hash' }),
  kind: T.Enum(['email', 'md5', 'sha256', 'person'], {
    examples: ['email'],
    description: '`person` is somebody who was erased',
  }),
  created_at: Instant('When it was added', '2026-09-01T15:04:05.000Z'),
});

const Day = T.String({ examples: ['2026-09-14'], description: 'A day in the time zone of the campaign' });
export const DayShape = T.Object({ day: Day, visits: T.Integer({ examples: [412] }), leads: T.Integer({ examples: [38] }) });
export const ChargeShape = T.Object({
  day: Day,
  campaign_id: T.Union([T.Integer(), T.Null()], { examples: [501], description: 'Null for campaigns that were removed' }),
  campaign: T.String({ examples: ['Roof repair visitors'] }),
  client: T.String({ examples: ['Acme Roofing'] }),
  product: T.String({ examples: ['local'] }),
  leads: T.Integer({ examples: [38] }),
  lead_price_cents: Cents('What one lead cost; the average where the price changed within the day', 450),
  amount_cents: Cents('What all of them cost, negative for what was given back', 17_100),
});

/** Types of events. What they say beside the ids is asked for by the ids. */
export const EVENT_TYPES = [
  'lead.created',
  'lead.updated',
  'lead.converted',
  'lead.returned',
  'campaign.created',
  'campaign.activated',
  'campaign.paused',
  'campaign.ended',
  'campaign.updated',
  'client.created',
  'client.removed',
  'invoice.created',
  'invoice.paid',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EventShape = T.Object({
  id: T.String({ examples: ['evt_12_1042'] }),
  type: T.Enum(EVENT_TYPES as unknown as string[], { examples: ['lead.created'] }),
  at: Instant('When it happened', '2026-09-14T18:22:11.000Z'),
  sandbox: T.Boolean({ examples: [false] }),
  data: T.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'Ids of what it is about. `lead.created`: `lead_id`, `campaign_id`, `client_id`, `product`, `is_test`. `campaign.updated`: `campaign_id`, `client_id`, `product`, `status`. All others: the id of what it is about, such as `lead_id`, `campaign_id` or `invoice_id`, and `client_id`.',
    examples: [{ lead_id: '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', campaign_id: 501, client_id: 31, product: 'local', is_test: false }],
  }),
});

export const EndpointShape = T.Object({
  id: T.String({ format: 'uuid', examples: ['5d8a9a52-7b1e-4c62-9a9e-0f0a6a2b7c11'] }),
  url: T.String({ examples: ['https://hooks.acme.example/leads'] }),
  types: T.Array(T.String(), { examples: [['lead.created']], description: 'Types of events that are sent; all where it is empty' }),
  state: T.Enum(['active', 'stopped', 'disabled'], {
    examples: ['active'],
    description: '`stopped` after too many failures in a row, or an answer 410; `disabled` by somebody',
  }),
  failures: T.Integer({ examples: [0], description: 'Failures in a row' }),
  last_sent_at: Maybe('2026-09-14T18:22:12.000Z'),
  last_status: T.Union([T.Integer(), T.Null()], { examples: [200], description: 'HTTP status of the last answer' }),
  last_error: Maybe(null),
  old_secret_until: Maybe(null, 'Until then messages are also signed with the secret before'),
  created_at: Instant('When it was added', '2026-09-01T15:04:05.000Z'),
});

/** One try of sending an event to an endpoint. */
export const DeliveryShape = T.Object({
  id: T.Integer({ examples: [90211] }),
  event_id: Maybe('evt_12_1042', 'Null for a test'),
  type: T.String({ examples: ['lead.created'] }),
  result: T.Enum(['delivered', 'failed'], { examples: ['delivered'] }),
  status: T.Union([T.Integer(), T.Null()], { examples: [200], description: 'HTTP status of the answer; null where there was none' }),
  error: Maybe(null, 'Why it counts as failed'),
  milliseconds: T.Integer({ examples: [184], description: 'How long the answer took' }),
  at: Instant('When it was sent', '2026-09-14T18:22:12.000Z'),
});

export type ClientOut = Static<typeof ClientShape>;
export type UserOut = Static<typeof UserShape>;
export type CampaignOut = Static<typeof CampaignShape>;
export type ExclusionOut = Static<typeof ExclusionShape>;
export type DayOut = Static<typeof DayShape>;
export type ChargeOut = Static<typeof ChargeShape>;
export type LeadOut = Static<typeof LeadShape>;
export type EventOut = Static<typeof EventShape>;
export type EndpointOut = Static<typeof EndpointShape>;
export type DeliveryOut = Static<typeof DeliveryShape>;
