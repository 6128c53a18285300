import { invalid } from '../../../core/contract.ts';

/** IANA names, in the order of the alphabet. */
export const ZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'].sort();
const KNOWN = new Set(ZONES);

/** Throws 422 on `timezone` for a name that no clock knows. */
export function refuseUnknownZone(timezone: string): void {
  if (!KNOWN.has(timezone)) throw invalid('timezone', 'clients.problem.timezone');
}
