import type { InformationGroup } from '../../lead-intake/enrichment/contract.ts';

const text = (name: string) => ({ title: `b2b-id.information.${name}`, as: 'text' as const });
const number = (name: string) => ({ title: `b2b-id.information.${name}`, as: 'number' as const });
const group = (id: string, isAdvanced: boolean, fields: InformationGroup['fields']): InformationGroup => ({
  id,
  product: 'b2b',
  title: `b2b-id.group.${id}`,
  isAdvanced,
  fields,
});

/** Who a company is: asked once about each company, and what campaigns choose companies by. Nothing in it is about a person. */
export const COMPANY = group('company', false, {
  companyName: text('companyName'),
  companyDomain: text('companyDomain'),
  companyIndustry: text('companyIndustry'),
  companyEmployees: number('companyEmployees'),
  companyCountry: text('companyCountry'),
  companyState: { ...text('companyState'), person: 'state' },
  companyCity: { ...text('companyCity'), person: 'city' },
});
/** Who somebody at a company is: always asked about a contact. */
export const CONTACT = group('business-contact', false, {
  firstName: { ...text('firstName'), person: 'firstName' },
  lastName: { ...text('lastName'), person: 'lastName' },
  email: { ...text('email'), person: 'email' },
  contactTitle: text('contactTitle'),
});
const PHONE = group('business-phone', true, { phone: { ...text('phone'), person: 'phone' } });
const PROFILE = group('business-profile', true, { contactDepartment: text('contactDepartment'), contactProfile: text('contactProfile') });
const FIGURES = group('company-figures', true, { companyRevenue: text('companyRevenue'), companyFounded: number('companyFounded') });

export const GROUPS: readonly InformationGroup[] = [COMPANY, CONTACT, PHONE, PROFILE, FIGURES];
/** What a campaign may ask for beside who it is about. */
export const CHOSEN = GROUPS.filter(({ isAdvanced }) => isAdvanced).map(({ id }) => id);
/** The groups among them that are about a company and nobody in it. */
const OF_COMPANIES: readonly string[] = [FIGURES.id];

/** What has to come back for a lead. */
export const groupSought = ({ kind }: Pick<Wish, 'kind'>): string => (kind === 'contact' ? CONTACT.id : COMPANY.id);

interface Wish {
  kind: 'contact' | 'company';
  information: readonly string[];
}
/** The groups that a campaign asks for about a contact, or about a company that is to be a lead itself. */
export const groupsAskedFor = ({ kind, information }: Wish): string[] =>
  kind === 'contact' ? [CONTACT.id, ...information] : information.filter((id) => OF_COMPANIES.includes(id));
