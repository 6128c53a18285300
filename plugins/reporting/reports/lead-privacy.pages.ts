import type { PageExtension } from '../../../core/contract.ts';

/** A privacy request begins where somebody looks at the lead that it is about. */
export const leadPrivacy: PageExtension = {
  role: 'reports.lead-list',
  order: 90,
  blocks: [],
  actions: [
    {
      id: 'reports.privacy-of-lead',
      title: 'reports.privacy-of-lead',
      icon: 'shield-search',
      ability: ['create', 'PrivacyRequest'],
      do: { call: 'privacy.open', body: { who: { from: 'row', field: 'id' } } },
    },
  ],
};
