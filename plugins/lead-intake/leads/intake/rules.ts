import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import type { LeadPerson, LeadSource, Observation } from '../contract.ts';

/** Whether the person is of the kind the campaign asks for: with the required fields, and from the right place. */
export function isWanted(
  { checksPlace }: LeadSource,
  rules: CampaignRules,
  { person, isCompany }: Pick<Observation, 'person' | 'isCompany'>,
): boolean {
  if (!isCompany && lacksRequired(rules, person)) return false;
  return checksPlace === true || isInPlace(rules, person);
}

const lacksRequired = ({ require }: CampaignRules, { email, phone, address, zip }: LeadPerson): boolean =>
  (require.email && !email) || (require.phone && !phone) || (require.address && !(address && zip));

/** Whether the person lives where the campaign wants people from. */
export function isInPlace(
  { nationwide, states, zips, cities }: CampaignRules,
  person: Pick<LeadPerson, 'state' | 'zip' | 'city'>,
): boolean {
  if (nationwide || (states.length === 0 && zips.length === 0 && cities.length === 0)) return true;
  return states.includes(person.state.toUpperCase()) || zips.includes(person.zip.slice(0, 5)) || cities.includes(person.city.toLowerCase());
}
