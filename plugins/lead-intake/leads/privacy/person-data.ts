import type { PersonData, PersonRecord } from '../../../foundation/privacy/contract.ts';
import type { Lead } from '../contract.ts';
import { withoutHiddenPhones } from '../reading/hidden-phones.ts';
import { leadOf } from '../reading/lead-columns.ts';
import { anonymise, leadsAt, leadsOf, peopleOf } from './person.store.ts';

/** Leads, which stay as rows without a person. */
export const leadData: PersonData = {
  id: 'leads.lead',
  title: 'leads.privacy.lead',
  order: 10,
  erasing: 'anonymised',
  tables: ['leads_lead', 'leads_claim', 'leads_tag'],
  whom: peopleOf,
  more: leadsOf,
  count: async (ctx, person) => (await leadsOf(ctx, person)).leads.length,
  async find(ctx, person, behind, most) {
    const { leads } = await leadsOf(ctx, person);
    return (await withoutHiddenPhones(ctx, (await leadsAt(ctx, leads, behind, most)).map(leadOf))).map(recordOf);
  },
  erase: async (ctx, person) => {
    const { leads } = await leadsOf(ctx, person);
    const erased = await anonymise(ctx, leads);
    if (erased > 0) await ctx.live('leads');
    return erased;
  },
};

const recordOf = ({ retailCents: _price, ...lead }: Lead): PersonRecord => ({
  id: lead.id,
  at: lead.createdAt,
  what: [[lead.firstName, lead.lastName].filter(Boolean).join(' '), lead.email, lead.phone, lead.company].filter(Boolean).join(' · '),
  data: lead,
});
