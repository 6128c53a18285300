/** Alarms at parts of a limit, for plugins above that limit something themselves. */
export { ALARM_LEVELS, alarmAt, alarmReached, namesText } from './alarms.ts';
/** For fields that plugins bring. */
export { Many } from './campaign.schema.ts';
export { listOf } from './list-of.ts';
/** For fields that name other campaigns of the client. */
export { areOthersOfClient, campaignsCalled } from './others.ts';
