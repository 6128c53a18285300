/** For plugins with files of leads of their own. */
export { exportLimits } from './export-limits.ts';
