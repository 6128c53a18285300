import type { ConnectorDef } from '../../core/contract.ts';
import type { Evidence, Lead } from '../leads/contract.ts';
import { NewLead } from './contract.ts';

/** What a connector's action receives, in the shape of `LeadInput`. A field of the lead itself stands before what else is known of it. */
export function inputOf(lead: Lead, further: Evidence = {}): Record<string, unknown> {
  const { id, campaignId, product, createdAt, firstName, lastName, email, phone, address, city, state, zip, company, isTest, evidence } =
    lead;
  const person = { firstName, lastName, email, phone, address, city, state, zip, company };
  return { ...further, ...evidence, id, campaignId, product, createdAt: createdAt.toISOString(), ...person, isTest };
}

/** Which of its actions a connector runs for a new lead; `test`-only connectors have none. */
export const actionOf = (connector: ConnectorDef): string =>
  connector.on.find((on) => on.trigger.event.id === NewLead.event.id)?.action ?? '';

/** Nobody could take this for a person: reserved domain, reserved telephone number. */
export const fakeLead = (now: Date, further: Evidence): Record<string, unknown> => ({
  ...further,
  id: '00000000-0000-7000-8000-000000000000',
  campaignId: 0,
  product: 'local',
  createdAt: now.toISOString(),
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
