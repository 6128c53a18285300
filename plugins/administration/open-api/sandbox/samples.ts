import type { CampaignOut, ClientOut, ExclusionOut, LeadOut, UserOut } from '../shapes.ts';

const at = '2026-09-01T15:04:05.000Z';

const clients: ClientOut[] = [
  { id: 31, name: 'Acme Roofing', created_at: at },
  { id: 32, name: 'Lakeside Dental', created_at: at },
];

const users: UserOut[] = [
  { id: 77, client_id: 31, name: 'Robin Reyes', email: 'robin@acme.example', status: 'active', created_at: at },
  { id: 78, client_id: 32, name: 'Sam Okafor', email: 'sam@lakeside.example', status: 'invited', created_at: at },
];

const campaign = {
  status: 'active',
  pause_reason: null,
  timezone: 'America/Chicago',
  starts_at: '2026-09-02T05:00:00.000Z',
  ends_at: null,
};
const campaigns: CampaignOut[] = [
  { ...campaign, id: 501, client_id: 31, product: 'local', name: 'Roof repair visitors', lead_price_cents: 450 },
  { ...campaign, id: 502, client_id: 32, product: 'locator', name: 'Dental implants near me', lead_price_cents: 900 },
];

/** A lead of a person who does not exist. */
export const sampleLead = (id: string, of: CampaignOut, first: string, last: string, created: string): LeadOut => ({
  id,
  campaign_id: of.id,
  client_id: of.client_id,
  product: of.product,
  first_name: first,
  last_name: last,
  email: `${first}.${last}@example.com`.toLowerCase(),
  phone: '+13125550142',
  address: '18 Elm Street',
  city: 'Chicago',
  state: 'IL',
  zip: '60601',
  company: '',
  observations: 1,
  price_cents: of.lead_price_cents,
  is_test: true,
  has_converted: false,
  tags: [],
  created_at: created,
  last_seen_at: created,
});

const leads: LeadOut[] = [
  sampleLead('0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', campaigns[0]!, 'Jordan', 'Lee', '2026-09-14T18:22:10.123Z'),
  sampleLead('0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c', campaigns[0]!, 'Casey', 'Nguyen', '2026-09-14T19:02:44.000Z'),
  sampleLead('0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1d', campaigns[1]!, 'Alex', 'Moreau', '2026-09-15T08:12:01.500Z'),
];

const exclusions: ExclusionOut[] = [
  { id: 8811, client_id: null, entry: 'c***@example.com', kind: 'email', created_at: at },
  { id: 8812, client_id: 31, entry: 'j***@example.com', kind: 'email', created_at: at },
];

/** What each sandbox begins with. */
export const SAMPLES = { client: clients, user: users, campaign: campaigns, lead: leads, exclusion: exclusions };
