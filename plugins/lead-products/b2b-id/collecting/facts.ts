import type { EnrichmentAnswer } from '../../../lead-intake/enrichment/contract.ts';
import { countryOf } from '../countries.ts';
import type { CompanyFacts } from './companies.store.ts';

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const MOST_EMPLOYEES = 10_000_000;

/** What suppliers said of a company, as far as it can be that; null where they know nothing. */
export function factsIn({ groups, information, person }: EnrichmentAnswer): CompanyFacts | null {
  if (groups.length === 0) return null;
  const text = (name: string): string => String(information[name] ?? '');
  const domain = text('companyDomain')
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/\/.*$/, '');
  const employees = information['companyEmployees'];
  return {
    name: text('companyName'),
    domain: DOMAIN.test(domain) ? domain : '',
    industry: text('companyIndustry'),
    employees: typeof employees === 'number' && employees > 0 && employees <= MOST_EMPLOYEES ? employees : null,
    country: countryOf(text('companyCountry')) ?? '',
    region: person.state,
    city: person.city,
  };
}
