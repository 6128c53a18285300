import type { Ctx } from '../../../../core/contract.ts';
import type { KnownPeople } from '../../../foundation/privacy/contract.ts';

interface Row {
  id: string;
  agency_id: number;
  email_key: string;
  phone: string;
  person_key: Buffer;
}

/** Everybody who stands in a lead, of all agencies in sight. */
export const peopleOfLeads: KnownPeople = {
  id: 'leads.lead',
  async page(ctx: Ctx, behind, most) {
    const rows = ctx
      .db('leads_lead')
      .whereNull('erased_at')
      .orderBy('id')
      .limit(most)
      .select('id', 'agency_id', 'email_key', 'phone', 'person_key');
    if (behind) void rows.where('id', '>', behind);
    return ((await rows) as Row[]).map(({ id, agency_id: agencyId, email_key: email, phone, person_key }) => ({
      id,
      agencyId,
      email,
      phone,
      key: person_key.toString('hex'),
    }));
  },
};
