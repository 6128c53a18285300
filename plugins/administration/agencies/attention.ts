import { type AttentionSource, LISTED } from '../../foundation/attention/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { agencyPage } from './agencies.service.ts';

/** Agencies whose payment failed, for the sales people who look after them; operators hear what is owed beside it. */
export const agencyAttention: AttentionSource = {
  live: [AGENCY_NEWS],
  async find(ctx) {
    if (ctx.tenant.kind !== 'root' || ctx.can('oversee', 'Agency') || !ctx.can('look-after', 'Agency')) return [];
    const { rows, total } = await agencyPage(ctx, {
      offset: 0,
      perPage: LISTED,
      sort: 'company_name',
      order: 'asc',
      search: '',
      CardStatus: 'failed',
    });
    if (rows.length === 0) return [];
    return [
      {
        id: 'agencies.failed',
        urgency: 'bad',
        title: ctx.t('agencies.attention.failed'),
        count: total,
        concerns: rows.map(({ company_name: name }) => ({ name, address: `/configuration/agency-list?q=${encodeURIComponent(name)}` })),
      },
    ];
  },
};
