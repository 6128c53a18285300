import { Flag, T } from '../../../core/contract.ts';

export const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** What an operator may do in view mode: which areas they see, and the two things beyond looking. */
export const Permissions = T.Object({
  see_ads: Flag,
  see_campaigns: Flag,
  see_leads: Flag,
  see_settings: Flag,
  campaign_edit: Flag,
  lead_export: Flag,
});
