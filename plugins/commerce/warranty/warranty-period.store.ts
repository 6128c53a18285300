import type { Knex } from 'knex';
import type { LeadRow } from './rows.gen.ts';

export interface Told {
  connector: string;
  /** Whose word it is: `own` where the company chose the other system's address itself. */
  hosts: 'own' | 'fixed';
  note: string;
}
export type CoveredLead = Pick<LeadRow, 'lead_id' | 'is_new'> & { told: Told | null };

/** Puts leads of a client under warranty; known ones stay as they are. */
export async function cover(db: Knex, companyId: number, leads: readonly { id: string; createdAt: Date }[]): Promise<void> {
  if (leads.length === 0) return;
  await db('warranty_lead')
    .insert(leads.map((lead) => ({ company_id: companyId, lead_id: lead.id, created_at: lead.createdAt })))
    .onConflict()
    .ignore();
}

/** Notes what another system said of a lead, and has it checked anew. */
export async function noteTold(db: Knex, lead: { id: string; companyId: number; createdAt: Date }, told: Told): Promise<void> {
  await db('warranty_lead')
    .insert({ company_id: lead.companyId, lead_id: lead.id, created_at: lead.createdAt, told: JSON.stringify(told) })
    .onConflict(['company_id', 'lead_id'])
    .merge({ told: JSON.stringify(told), due: true });
}

/** Takes leads of the agency that are due; nobody else gets them, and they are due again if the transaction fails. */
export async function takeDue(db: Knex, agencyId: number, most: number): Promise<CoveredLead[]> {
  const { rows } = (await db.raw(
    `with d as materialized (select company_id, lead_id, is_new from warranty_lead where agency_id = ? and due limit ? for update skip locked)
     update warranty_lead w set due = false, is_new = false from d
     where w.company_id = d.company_id and w.lead_id = d.lead_id
     returning w.lead_id, d.is_new, w.told`,
    [agencyId, most],
  )) as { rows: CoveredLead[] };
  return rows;
}

/** Makes the agency's leads due again that are younger than `since`, and forgets the older ones. */
export async function renew(db: Knex, agencyId: number, since: Date): Promise<void> {
  await db('warranty_lead').where({ agency_id: agencyId }).where('created_at', '<', since).delete();
  await db('warranty_lead').where({ agency_id: agencyId, due: false }).update({ due: true });
}

export const forget = async (db: Knex, leadIds: readonly string[]): Promise<void> =>
  void (await db('warranty_lead').whereIn('lead_id', leadIds).delete());

export const agenciesWithDue = async (platform: Knex): Promise<number[]> =>
  (await platform('warranty_lead').whereRaw('due').distinct('agency_id').pluck('agency_id')) as number[];

/** Agencies with leads under warranty. */
export const agenciesWithLeads = async (platform: Knex): Promise<number[]> =>
  (await platform('warranty_lead').distinct('agency_id').pluck('agency_id')) as number[];
