import { createHash, randomUUID } from 'node:crypto';
import type { Tenant } from '../../../core/contract.ts';
import type { TestApp } from '../../../core/testing/app.ts';
import { personKeyOf } from '../../lead-intake/capture/shared.ts';
import { NOBODY } from '../../lead-intake/leads/shared.ts';

/** Somebody of whom a campaign of a client has a lead. */
export interface KnownPerson {
  client: Tenant;
  campaign: number;
  /** A word that stands in whatever is held of them. */
  name: string;
  /** Made of the name when left out. */
  email?: string;
  /** A number of their own when left out. */
  phone?: string;
}

let serial = 0;

/** The companies that a row of a client names. */
const ownersOf = ({ id, agencyId, rootId }: Tenant) => ({ company_id: id, agency_id: agencyId, root_id: rootId });

/**
 * Puts a lead into the database as the product leaves it behind, with everything that plugins keep beside it.
 * @returns the lead's id.
 */
export async function putPerson(app: TestApp, { client, campaign: campaign_id, name, ...reached }: KnownPerson): Promise<string> {
  const { email = `${name}@people.example`, phone = `+1 (312) 555-${String(7000 + ++serial)}` } = reached;
  const [id, at] = [randomUUID(), new Date()];
  const own = ownersOf(client);
  const db = () => app.kernel.platform;
  const person_key = personKeyOf(app.kernel, { ...NOBODY, email, phone })!;
  await db()('leads_lead').insert({
    ...own,
    id,
    campaign_id,
    product: 'local',
    person_key,
    first_name: name,
    last_name: 'Byron',
    email,
    phone,
    address: `1 ${name} St`,
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    company: `${name} Inc.`,
    source: 'capture.page-view',
    evidence: { url: `https://shop.example/${name}` },
    retail_cents: 150,
    created_at: at,
    last_seen_at: at,
  });
  await db()('leads_total')
    .insert({ company_id: client.id, campaign_id, product: 'local', leads: 1 })
    .onConflict('campaign_id')
    .merge({ leads: db().raw('leads_total.leads + 1') });
  await db()('leads_tag').insert({ company_id: client.id, lead_id: id, tag: `${name} again` });
  await db()('leads_claim').insert({
    ...own,
    claimant: `campaign ${campaign_id}`,
    person_key,
    expires_at: 'infinity',
    lead_id: id,
  });
  const page = {
    ...own,
    campaign_id,
    lead_id: id,
    at,
    visitor: Buffer.from(name),
    url: `https://shop.example/${name}`,
    title: name,
    referrer: `${name}.example`,
  };
  await db()('journey_page').insert([
    { ...page, params: JSON.stringify({ gclid: name }) },
    { ...page, event: 'order', event_id: name, amount: 4_990, currency: 'USD' },
  ]);
  const touch = JSON.stringify({ at: at.toISOString(), url: `https://shop.example/${name}`, referrer: '', params: { gclid: name } });
  await db()('journey_lead').insert({
    ...own,
    lead_id: id,
    campaign_id,
    identified_at: at,
    day: at,
    first_touch: touch,
    last_touch: touch,
    conversions: 1,
    amount: 4_990,
    currency: 'USD',
  });
  await db()('journey_hot').insert({ ...own, lead_id: id, day: at, campaign_id, at, url: `https://shop.example/${name}`, told_at: at });
  const visit = { ...own, campaign_id, at, slot: Math.floor(at.getTime() / 30_000), ip: '192.0.2.7' };
  await db()('capture_visit').insert([
    {
      ...visit,
      ip: null,
      fingerprint: String(++serial),
      state: 'done',
      outcome: 'lead',
      lead_id: id,
      url: `https://shop.example/${name}`,
      came_from: name,
      device: 'phone/Safari/iOS',
      referrer: '',
    },
    {
      ...visit,
      fingerprint: String(++serial),
      state: 'review',
      held_for: 'address',
      held_network: '192.0.2.0/24',
      visitor: `browser-${++serial}-of-whoever`,
      email_hash: createHash('sha256').update(email).digest(),
      url: `https://shop.example/${name}`,
      referrer: '',
      details: JSON.stringify({ title: name }),
    },
  ]);
  const [{ id: connection }] = (await db()('integrations_connection')
    .insert({ company_id: client.agencyId, connector: 'webhook', name: 'Hook', config: '{}', secrets: '{}', state: 'held' })
    .returning('id')) as [{ id: number }];
  await db()('integrations_delivery').insert([
    {
      company_id: client.agencyId,
      connection_id: connection,
      lead_id: id,
      state: 'delivered',
      response: `HTTP 200: {"name":"${name}"}`,
      finished_at: at,
    },
    { company_id: client.agencyId, connection_id: connection, lead_id: id, replay_no: 1, state: 'held', held_at: at },
  ]);
  await db()('warranty_lead').insert({
    company_id: client.id,
    lead_id: id,
    due: false,
    told: JSON.stringify({ note: name }),
    created_at: at,
  });
  await db()('warranty_case').insert({
    company_id: client.id,
    lead_id: id,
    campaign_id,
    cause: 'returned',
    reason: 'other',
    note: `${name} called`,
    evidence: JSON.stringify({ name }),
    state: 'open',
    retail_cents: 150,
    asked_at: at,
  });
  await db()('enhance_id_campaign').insert({ company_id: client.id, campaign_id }).onConflict('campaign_id').ignore();
  await db()('enhance_id_person').insert({
    company_id: client.id,
    campaign_id,
    person_key,
    lead_id: id,
    state: 'answered',
    lease_until: at,
    answer: JSON.stringify({ person: { email } }),
  });
  return id;
}
