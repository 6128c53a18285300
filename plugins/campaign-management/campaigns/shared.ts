/** Alarms at parts of a limit, for plugins above that limit something themselves. */
export { ALARM_LEVELS, alarmAt, alarmReached } from './alarms.ts';
/** Where a campaign has its page. */
export { campaignAddress } from './address.ts';
/** For fields that plugins bring. */
export { CampaignId, Many, settable } from './campaign.schema.ts';
export { broughtFields } from './fields.ts';
export { listOf } from './list-of.ts';
/** For fields that name other campaigns of the client. */
export { campaignChoices } from './choices-route.ts';
export { areOthersOfClient } from './others.ts';
/** For trials of other settings. */
export { TrialQuota } from './trial-quota.ts';
