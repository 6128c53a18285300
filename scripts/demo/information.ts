import { faker } from '@faker-js/faker';
import { answerOf, type Api } from './api-client.ts';

/** Where the demo's supplier of information is reached, at the shop. */
export const SUPPLIER_PATH = '/suppliers/information';
/** Made up, as everything here. */
const SECRET = 'demo-supplier-secret';

interface Question {
  person: Record<string, string>;
  about?: Record<string, string | number | string[]>;
  groups: string[];
}

/** The operator lets the platform ask the demo's supplier. */
export async function addSupplier(root: Api, shop: string): Promise<void> {
  answerOf(
    await root.POST('/api/enrichment/suppliers', {
      body: {
        name: 'Demo information',
        url: `${shop}${SUPPLIER_PATH}`,
        header: 'X-Api-Key',
        secret: SECRET,
        timeoutMs: 5_000,
        groups: ['contact', 'address', 'household', 'employment', 'company', 'business-contact', 'business-phone', 'company-figures'],
        costCents: 5,
        dailyCents: 5_000,
        order: 1,
      },
    }),
  );
}

/** What the supplier says, always the same about the same person or company; null: it knows nothing. */
export function answerTo({ person, about, groups }: Question): { data: Record<string, string | number> } | null {
  const company = person['company'] ?? '';
  const whom = `${company} ${person['email'] ?? ''} ${String(about?.['contact'] ?? '')}`;
  faker.seed(Buffer.from(whom).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7));
  // Companies visit the demo seldom: each of them has somebody to find.
  const isOfCompany = groups.some((group) => group === 'company' || group === 'business-contact');
  if (faker.number.int(9) === 0 && !isOfCompany) return null;
  const data = Object.assign({}, ...groups.map((group) => KNOWN[group]?.(company) ?? {})) as Record<string, string | number>;
  return { data };
}

const domainOf = (company: string): string =>
  `${company
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')}.example.com`;
/** What the companies that visit the shop do, and where they are. */
const OFFICES: readonly [name: string, [industry: string, state: string]][] = [
  ['Robotics', ['Manufacturing', 'MA']],
  ['Motors', ['Automotive', 'MI']],
  ['University', ['Education', 'IN']],
  ['Logistics', ['Transportation', 'NJ']],
];
const KNOWN: Record<string, (company: string) => Record<string, string | number>> = {
  contact: () => ({ email: faker.internet.email({ provider: 'example.net' }).toLowerCase(), phone: '+1 312 555 0143' }),
  address: () => ({ address: faker.location.streetAddress(), city: 'Chicago', state: 'IL', zip: '60611' }),
  household: () => ({
    householdSize: faker.number.int({ min: 1, max: 5 }),
    householdIncome: '$75,000 to $100,000',
    homeOwnership: 'Owner',
  }),
  employment: () => ({ jobTitle: faker.person.jobTitle(), industry: faker.commerce.department() }),
  company: (name) => {
    const [industry = 'Services', state = 'IL'] = OFFICES.find(([known]) => name.includes(known))?.[1] ?? [];
    return {
      companyName: name,
      companyDomain: domainOf(name),
      companyIndustry: industry,
      companyEmployees: faker.number.int({ min: 200, max: 40_000 }),
      companyCountry: 'US',
      companyState: state,
    };
  },
  'business-contact': (name) => {
    const [first, last] = [faker.person.firstName(), faker.person.lastName()];
    return {
      firstName: first,
      lastName: last,
      email: `${first}.${last}@${domainOf(name)}`.toLowerCase().replace(/[^a-z0-9.@-]/g, ''),
      contactTitle: faker.person.jobTitle(),
    };
  },
  'business-phone': () => ({ phone: '+13125550177' }),
  'company-figures': () => ({ companyRevenue: '$50M to $100M', companyFounded: faker.number.int({ min: 1900, max: 2015 }) }),
};

/** The agency offers the products that want a name, and agrees to what one of them asks for. */
export async function offerMore(owner: Api): Promise<void> {
  answerOf(
    await owner.PUT('/api/configuration/module-names', {
      body: { names: { enhance: { name: 'Enhance ID', url: 'enhanceid' }, b2b: { name: 'B2B ID', url: 'b2bid' } } },
    }),
  );
  answerOf(
    await owner.POST('/api/agreements/feature', {
      body: {
        feature_id: 'b2b_module',
        feature_name: 'B2B',
        is_marketing_services_agreement_feature: 'T',
        location_menu: 'Campaign management',
      },
    }),
  );
}
