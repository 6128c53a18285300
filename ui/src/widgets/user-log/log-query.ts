import type { Values } from '../../api/url.ts';

/** What the log is narrowed to; an empty text narrows nothing. */
export interface LogQuery {
  userType: string;
  userID: string;
  action: string;
  campaignID: string;
  /** Days as `YYYY-MM-DD`. */
  from: string;
  to: string;
}
export const EVERYTHING: LogQuery = { userType: '', userID: '', action: '', campaignID: '', from: '', to: '' };

/** One end of the range alone means: from that day until now, or up to that day since ever. */
const rangeOf = ({ from, to }: LogQuery): string => (from || to ? `${from || '2000-01-01'}_${to || dayBack(0)}` : '');

/** The filters under the names of the calls. */
export const valuesOf = (query: LogQuery): Values => ({
  userType: query.userType,
  userID: query.userID,
  action: query.action,
  campaignID: query.campaignID,
  logDateRange: rangeOf(query),
});

export const chosen = (query: LogQuery): number =>
  [query.userType, query.userID, query.action, query.campaignID, query.from || query.to].filter(Boolean).length;

/** The day so many days ago, in the browser's zone. */
export function dayBack(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
