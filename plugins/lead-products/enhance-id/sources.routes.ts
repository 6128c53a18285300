import { campaignChoices } from '../../campaign-management/campaigns/shared.ts';

/** Campaigns whose leads may be enhanced, for the field that names them. */
export const sourceOptions = campaignChoices(
  {
    id: 'enhance-id.source-choices',
    path: '/leadspeek/enhance/source-campaigns',
    summary: 'Campaigns whose leads a campaign may take',
    ability: ['read', 'Campaign'],
  },
  () => ({ without: 'enhance' }),
);
