import { type FieldError, Problem } from '../../../core/contract.ts';
import type { CampaignFields, CampaignRow } from './campaign.store.ts';
import type { Sent } from './fields.ts';

/** What stands of a campaign before a call; a new one has no id, and its company is the one that the call names. */
type Before = Pick<CampaignRow, 'status' | 'start_date' | 'end_date' | 'product'> &
  Partial<Pick<CampaignRow, 'id' | 'company_id' | 'agency_id' | 'root_id'>>;

/**
 * Whole entities are sent to and fro, with fields that these calls do not change. They must say what the campaign has, before or after, or nothing.
 * Throws 422 with every other on its field.
 */
export function refuseUnchangeable(sent: Sent, before: Before, fields: CampaignFields): void {
  const errors: FieldError[] = [];
  const holds = (field: string, problem: string, ...fitting: unknown[]): void => {
    const said = sent[field];
    if (said === undefined || said === '' || said === 0 || said === '0') return;
    if (!fitting.some((value) => value !== null && String(value) === String(said)))
      errors.push({ field, message: `campaigns.problem.${problem}` });
  };
  holds('status', 'status-of-calls', before.status);
  holds('oristartdatecampaign', 'original-start', before.start_date, fields.start_date ?? null);
  holds('orienddatecampaign', 'original-end', before.end_date, fields.end_date ?? null);
  holds('leadspeekType', 'product-stays', before.product);
  for (const field of ['leadspeekID', 'leadspeek_api_id']) holds(field, before.id === undefined ? 'id-of-new' : 'which', before.id ?? null);
  // Callers name the client, or the company whose list they look at.
  if (before.id !== undefined) holds('companyID', 'company-stays', before.company_id, before.agency_id, before.root_id);
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
}
