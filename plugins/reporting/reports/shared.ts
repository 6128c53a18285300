/** For plugins with files of leads of their own. */
export { exportLimits } from './export-limits.ts';
/** Money in the currencies of websites, which are not ours. */
export { amountsText, amountText, decimal } from './amounts.ts';
/** A period in the days of the campaigns, by which all figures count. */
export { periodIn } from './days.ts';
/** For figures on dashboards: an account without any has its checklist instead. */
export { sinceBegun } from './begun.ts';
