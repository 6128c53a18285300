import type { InformationGroup } from '../../lead-intake/enrichment/contract.ts';

const text = (name: string) => ({ title: `enhance-id.information.${name}`, as: 'text' as const });
const number = (name: string) => ({ title: `enhance-id.information.${name}`, as: 'number' as const });
const group = (id: string, isAdvanced: boolean, fields: InformationGroup['fields']): InformationGroup => ({
  id,
  product: 'enhance',
  title: `enhance-id.group.${id}`,
  isAdvanced,
  fields,
});

/** What may be added to a lead. Nothing about health, belief, origin or politics is ever asked. */
export const GROUPS: readonly InformationGroup[] = [
  group('contact', false, { email: { ...text('email'), person: 'email' }, phone: { ...text('phone'), person: 'phone' } }),
  group('address', false, {
    address: { ...text('address'), person: 'address' },
    city: { ...text('city'), person: 'city' },
    state: { ...text('state'), person: 'state' },
    zip: { ...text('zip'), person: 'zip' },
  }),
  group('demographics', true, { ageRange: text('ageRange'), education: text('education') }),
  group('household', true, {
    householdIncome: text('householdIncome'),
    householdSize: number('householdSize'),
    homeOwnership: text('homeOwnership'),
  }),
  group('employment', true, {
    employer: { ...text('employer'), person: 'company' },
    jobTitle: text('jobTitle'),
    industry: text('industry'),
  }),
  group('interests', true, { interests: text('interests') }),
];

export const ADVANCED = GROUPS.filter(({ isAdvanced }) => isAdvanced).map(({ id }) => id);

/** The groups for which a campaign is there: without a supplier for any of them nobody is asked about. */
export const groupsSought = ({ kind, information }: { kind: 'basic' | 'advanced'; information: readonly string[] }): string[] =>
  kind === 'advanced'
    ? ADVANCED.filter((id) => information.includes(id))
    : GROUPS.filter(({ isAdvanced }) => !isAdvanced).map(({ id }) => id);

/** The groups that a campaign asks for: the basic ones, and on request advanced ones. */
export const groupsAskedFor = ({ kind, information }: { kind: 'basic' | 'advanced'; information: readonly string[] }): string[] =>
  GROUPS.filter(({ id, isAdvanced }) => !isAdvanced || (kind === 'advanced' && information.includes(id))).map(({ id }) => id);
