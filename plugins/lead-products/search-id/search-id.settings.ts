import { defineSetting, T } from '../../../core/contract.ts';
import { KEEP_DAYS } from '../../lead-intake/intent/contract.ts';

/** How old a record of intent may be to become a lead, in days. */
export const Lookback = defineSetting({
  id: 'search-id.lookback',
  title: 'search-id.setting.lookback',
  level: 'agency',
  schema: T.Object({ days: T.Integer({ minimum: 1, maximum: KEEP_DAYS }) }),
  default: { days: 30 },
  read: ['update', 'CampaignPrice'],
  write: ['update', 'CampaignPrice'],
});
