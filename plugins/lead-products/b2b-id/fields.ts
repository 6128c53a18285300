import { type FieldUi, T } from '../../../core/contract.ts';
import { Many } from '../../campaign-management/campaigns/shared.ts';
import { choiceColumn, countColumn, listColumn } from '../products/shared.ts';
import { SIZES } from './company-sizes.ts';
import { countryOf } from './countries.ts';
import { CHOSEN } from './information.ts';

const KINDS = ['contact', 'company'] as const;
const MOST_CONTACTS = 10;
/** Unless a campaign says otherwise, the owner of a network alone does not make a lead: somebody has to know the company. */
const LEAST_CONFIDENCE = 60;
const MOST = 200;
const Words = (most: number, longest = 100) => T.Optional(T.Array(T.String({ maxLength: longest }), { maxItems: most }));

/** Fields that campaigns of this product have of their own, under the specification's names where it has any. */
export const fields = {
  campaign_information_type: T.Optional(T.Enum([...KINDS], { default: 'contact' })),
  jobtitles: Words(50),
  contactspercompany: T.Optional(T.Integer({ minimum: 1, maximum: MOST_CONTACTS, default: 1 })),
  listB2BInformationId: T.Optional(T.Array(T.Enum(CHOSEN), { maxItems: CHOSEN.length })),
  sourcecampaigns: Words(MOST, 20),
  companycountries: Words(MOST),
  companysizes: T.Optional(T.Array(T.Enum([...SIZES]), { maxItems: SIZES.length })),
  industries: Words(50),
  minimumconfidence: T.Optional(T.Integer({ minimum: 0, maximum: 100, default: LEAST_CONFIDENCE })),
};
type Field = keyof typeof fields;

const leads = { group: 'b2b-id.group.leads' };
const companies = { group: 'b2b-id.group.companies' };
const ofContacts = { when: { field: 'campaign_information_type', is: 'contact' } };

export const ui: Record<Field, FieldUi> = {
  campaign_information_type: { widget: 'select', ...leads },
  jobtitles: { widget: 'tags', placeholder: 'b2b-id.placeholder.title', ...ofContacts, ...leads },
  contactspercompany: { widget: 'number', ...ofContacts, ...leads },
  listB2BInformationId: { widget: 'tags', ...leads },
  sourcecampaigns: { widget: 'select', options: { route: 'b2b-id.source-choices' }, ...companies },
  companycountries: { widget: 'tags', placeholder: 'b2b-id.placeholder.country', ...companies },
  companysizes: { widget: 'tags', ...companies },
  industries: { widget: 'tags', placeholder: 'b2b-id.placeholder.industry', ...companies },
  minimumconfidence: { widget: 'number', suffix: 'b2b-id.suffix.percent', ...companies },
};
/** Companies have neither of these. */
export const looks = {
  requireemailaddress: { widget: 'flag', ...ofContacts, group: 'products.group.people' },
  phoneenabled: { widget: 'flag', ...ofContacts, group: 'products.group.people' },
} satisfies Record<string, FieldUi>;

/** Words of a person's own; what is none of them says so. */
const words = (name: string, wrong: string, { clean, most = 50 }: { clean: (typed: string) => string | null; most?: number }) =>
  listColumn(name, { clean, wrong, most, tooMany: wrong });
const cleanWord = (typed: string): string | null => {
  const text = typed.trim().replace(/\s+/g, ' ');
  return text === '' || text.length > 100 || /\p{Cc}/u.test(text) ? null : text;
};

export const table = {
  name: 'b2b_id_campaign',
  columns: {
    campaign_information_type: choiceColumn('kind', KINDS),
    jobtitles: words('job_titles', 'b2b-id.problem.words', { clean: cleanWord }),
    contactspercompany: countColumn('contacts', 1),
    listB2BInformationId: words('information', 'b2b-id.problem.information', {
      clean: (id) => CHOSEN.find((known) => known === id.trim().toLowerCase()) ?? null,
    }),
    sourcecampaigns: {
      ...words('sources', 'b2b-id.problem.sources', {
        clean: (id) => (/^[1-9]\d{0,9}$/.test(id.trim()) ? id.trim() : null),
        most: MOST,
      }),
      sent: Many,
    },
    companycountries: words('countries', 'b2b-id.problem.countries', { clean: countryOf, most: MOST }),
    companysizes: words('sizes', 'b2b-id.problem.sizes', { clean: (size) => SIZES.find((known) => known === size.trim()) ?? null }),
    industries: words('industries', 'b2b-id.problem.words', { clean: cleanWord }),
    minimumconfidence: countColumn('least_confidence', LEAST_CONFIDENCE),
  },
};
