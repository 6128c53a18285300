import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import { isInPlace } from '../../../lead-intake/leads/shared.ts';
import type { B2bRow } from '../campaign.store.ts';
import { sizeOf } from '../company-sizes.ts';
import { confidenceOf } from '../visiting/organisation.ts';
import type { VisitingCompany } from './companies.store.ts';

const holds = (text: string, words: readonly string[]): boolean =>
  words.length === 0 || words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Whether a company is of the kind that a campaign asks for. What is not known of it is not what the campaign asks for. */
export function fits(own: B2bRow, rules: CampaignRules, company: VisitingCompany): boolean {
  const { networkConfidence, isKnown, country, employees, industry, region: state, city } = company;
  const size = sizeOf(employees);
  return (
    confidenceOf(networkConfidence, isKnown) >= own.least_confidence &&
    (own.countries.length === 0 || own.countries.includes(country)) &&
    (own.sizes.length === 0 || (size !== null && own.sizes.includes(size))) &&
    holds(industry, own.industries) &&
    isInPlace(rules, { state, city, zip: '' })
  );
}

/** Whether somebody has one of the job titles; all have where none is named. */
export const hasTitle = ({ job_titles: titles }: B2bRow, title: unknown): boolean => holds(String(title ?? ''), titles);
