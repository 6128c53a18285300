import type { Knex } from 'knex';
import type { LeadPerson, Evidence } from '../contract.ts';
import { PERSON_COLUMN, PERSON_FIELDS } from '../person.ts';

export interface NewLead extends LeadPerson {
  id: string;
  campaignId: number;
  companyId: number;
  agencyId: number;
  rootId: number;
  product: string;
  personKey: Buffer;
  source: string;
  evidence: Evidence;
  createdAt: Date;
  lastSeenAt: Date;
  convertedAt: Date | null;
  observations: number;
  isTest: boolean;
  retailCents: number;
}

/** Column, its type, and where its value comes from. */
const COLUMNS: readonly (readonly [name: string, type: string, value: (lead: NewLead) => unknown])[] = [
  ['id', 'uuid', (l) => l.id],
  ['campaign_id', 'int', (l) => l.campaignId],
  ['company_id', 'int', (l) => l.companyId],
  ['agency_id', 'int', (l) => l.agencyId],
  ['root_id', 'int', (l) => l.rootId],
  ['product', 'text', (l) => l.product],
  ['person_key', 'bytea', (l) => l.personKey],
  ...PERSON_FIELDS.map((field) => [PERSON_COLUMN[field], 'text', (l: NewLead) => l[field]] as const),
  ['source', 'text', (l) => l.source],
  ['evidence', 'jsonb', (l) => JSON.stringify(l.evidence)],
  ['created_at', 'timestamptz', (l) => l.createdAt],
  ['last_seen_at', 'timestamptz', (l) => l.lastSeenAt],
  ['converted_at', 'timestamptz', (l) => l.convertedAt],
  ['observations', 'int', (l) => l.observations],
  ['is_test', 'boolean', (l) => l.isTest],
  ['retail_cents', 'bigint', (l) => l.retailCents],
];
const INSERT = `insert into leads_lead (${COLUMNS.map(([name]) => name).join(', ')}) select * from unnest(${COLUMNS.map(([, type]) => `?::${type}[]`).join(', ')})`;

/** Writes leads, and adds them to the totals of their campaigns. */
export async function insertLeads(db: Knex, leads: readonly NewLead[]): Promise<void> {
  if (leads.length === 0) return;
  await db.raw(INSERT, COLUMNS.map(([, , value]) => leads.map(value)) as unknown as Knex.RawBinding[]);
  const totals = new Map<number, { campaign_id: number; company_id: number; product: string; leads: number }>();
  for (const l of leads) {
    const total = totals.get(l.campaignId);
    if (total) total.leads += 1;
    else totals.set(l.campaignId, { campaign_id: l.campaignId, company_id: l.companyId, product: l.product, leads: 1 });
  }
  await db.raw(
    `insert into leads_total as t (campaign_id, company_id, product, leads)
     select campaign_id, company_id, product, leads from jsonb_to_recordset(?::jsonb) as r (campaign_id int, company_id int, product text, leads int) order by campaign_id
     on conflict (campaign_id) do update set leads = t.leads + excluded.leads`,
    [JSON.stringify([...totals.values()])],
  );
}

/** What further observations add to leads that exist. */
export interface Return {
  leadId: string;
  observations: number;
  lastSeenAt: Date;
  convertedAt: Date | null;
}

/** Answers the leads that are converted by this. */
export async function addReturns(db: Knex, returns: readonly Return[]): Promise<ReadonlySet<string>> {
  if (returns.length === 0) return new Set();
  const ids = returns.map((r) => r.leadId);
  // Locked in order, so that two batches with the same returning people do not wait for each other crosswise.
  const { rows } = (await db.raw('select id, converted_at from leads_lead where id = any(?::uuid[]) order by id for update', [
    ids,
  ] as unknown as Knex.RawBinding[])) as { rows: { id: string; converted_at: Date | null }[] };
  await db.raw(
    `update leads_lead l set observations = l.observations + r.observations, last_seen_at = greatest(l.last_seen_at, r.seen), converted_at = coalesce(l.converted_at, r.converted)
     from unnest(?::uuid[], ?::int[], ?::timestamptz[], ?::timestamptz[]) as r (id, observations, seen, converted) where l.id = r.id`,
    [
      ids,
      returns.map((r) => r.observations),
      returns.map((r) => r.lastSeenAt),
      returns.map((r) => r.convertedAt),
    ] as unknown as Knex.RawBinding[],
  );
  const open = new Set(rows.flatMap(({ id, converted_at: at }) => (at ? [] : [id])));
  return new Set(returns.flatMap(({ leadId, convertedAt }) => (convertedAt && open.has(leadId) ? [leadId] : [])));
}
