import type { Knex } from 'knex';
import type { LeadPerson } from '../contract.ts';

export interface NewLead extends LeadPerson {
  id: string;
  campaignId: number;
  companyId: number;
  agencyId: number;
  rootId: number;
  product: string;
  personKey: Buffer;
  url: string;
  createdAt: Date;
  lastSeenAt: Date;
  convertedAt: Date | null;
  visits: number;
  isTest: boolean;
  retailCents: number;
}

const FIELDS = `id uuid, campaign_id int, company_id int, agency_id int, root_id int, product text, first_name text, last_name text, email text, phone text,
  address text, city text, state text, zip text, company text, url text, created_at timestamptz, last_seen_at timestamptz, converted_at timestamptz, visits int,
  is_test boolean, retail_cents bigint`;
const NAMES = FIELDS.split(',').map((f) => f.trim().split(' ')[0]).join(', ');

/** Writes leads, and adds them to the totals of their campaigns. */
export async function insertLeads(db: Knex, leads: readonly NewLead[]): Promise<void> {
  if (leads.length === 0) return;
  const rows = leads.map((l) => ({
    id: l.id, campaign_id: l.campaignId, company_id: l.companyId, agency_id: l.agencyId, root_id: l.rootId, product: l.product,
    person_key: l.personKey.toString('hex'), first_name: l.firstName, last_name: l.lastName, email: l.email, phone: l.phone, address: l.address,
    city: l.city, state: l.state, zip: l.zip, company: l.company, url: l.url, created_at: l.createdAt, last_seen_at: l.lastSeenAt,
    converted_at: l.convertedAt, visits: l.visits, is_test: l.isTest, retail_cents: l.retailCents,
  }));
  await db.raw(
    `insert into capture_lead (person_key, ${NAMES})
     select decode(person_key, 'hex'), ${NAMES} from jsonb_to_recordset(?::jsonb) as r (person_key text, ${FIELDS})`,
    [JSON.stringify(rows)],
  );
  const totals = new Map<number, { campaign_id: number; company_id: number; product: string; leads: number }>();
  for (const l of leads) {
    const total = totals.get(l.campaignId);
    if (total) total.leads += 1;
    else totals.set(l.campaignId, { campaign_id: l.campaignId, company_id: l.companyId, product: l.product, leads: 1 });
  }
  await db.raw(
    `insert into capture_total as t (campaign_id, company_id, product, leads)
     select campaign_id, company_id, product, leads from jsonb_to_recordset(?::jsonb) as r (campaign_id int, company_id int, product text, leads int) order by campaign_id
     on conflict (campaign_id) do update set leads = t.leads + excluded.leads`,
    [JSON.stringify([...totals.values()])],
  );
}

/** What further visits add to leads that exist. */
export interface Return {
  leadId: string;
  visits: number;
  lastSeenAt: Date;
  convertedAt: Date | null;
}

export async function addReturns(db: Knex, returns: readonly Return[]): Promise<void> {
  if (returns.length === 0) return;
  const ids = returns.map((r) => r.leadId);
  // Locked in order, so that two batches with the same returning people do not wait for each other crosswise.
  await db.raw('select id from capture_lead where id = any(?::uuid[]) order by id for update', [ids] as unknown as Knex.RawBinding[]);
  await db.raw(
    `update capture_lead l set visits = l.visits + r.visits, last_seen_at = greatest(l.last_seen_at, r.seen), converted_at = coalesce(l.converted_at, r.converted)
     from unnest(?::uuid[], ?::int[], ?::timestamptz[], ?::timestamptz[]) as r (id, visits, seen, converted) where l.id = r.id`,
    [ids, returns.map((r) => r.visits), returns.map((r) => r.lastSeenAt), returns.map((r) => r.convertedAt)] as unknown as Knex.RawBinding[],
  );
}
