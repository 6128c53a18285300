import { createHash, randomUUID } from 'node:crypto';
import type { TestApp } from '../../core/testing/app.ts';
import type { Tenant } from '../../core/contract.ts';

/** A lead as it stands in its table, of somebody new; what the books and counters know of it is the caller's to add. Answers its id. */
export async function putLead(
  app: TestApp,
  lead: { client: Tenant; campaign: number; name: string; cents: number; at: Date },
): Promise<string> {
  const id = randomUUID();
  const { id: company_id, agencyId: agency_id, rootId: root_id } = lead.client;
  await app.kernel.platform('leads_lead').insert({
    id,
    company_id,
    agency_id,
    root_id,
    campaign_id: lead.campaign,
    product: 'local',
    person_key: createHash('sha256').update(id).digest(),
    first_name: lead.name,
    email: `${lead.name}@example.com`,
    source: 'capture.page-view',
    evidence: { url: 'https://shop.example/' },
    retail_cents: lead.cents,
    created_at: lead.at,
    last_seen_at: lead.at,
  });
  return id;
}
