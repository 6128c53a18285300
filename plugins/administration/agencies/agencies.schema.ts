import { T } from '../../../core/contract.ts';
import { PAYMENT_TERMS } from '../../foundation/companies/contract.ts';
import { companyFields, FlagField, newCompanyFields, SUBDOMAIN_PATTERN } from '../../foundation/companies/shared.ts';

const Subdomain = T.String({ pattern: SUBDOMAIN_PATTERN });
/** One of a list of choices, or nothing; a type list rather than a union, so that the form can show it as one choice. */
const Chosen = T.Optional(T.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 }));

const further = {
  DownlineDomain: T.Optional(T.String({ maxLength: 253 })),
  ClientWhiteLabeling: FlagField,
  selectedmodules: T.Optional(T.Array(T.String({ maxLength: 30 }), { maxItems: 20, uniqueItems: true })),
  selectedterms: T.Optional(T.Array(T.Enum([...PAYMENT_TERMS]), { maxItems: 20, uniqueItems: true })),
  package_id: Chosen,
  DownlineOrganizationID: Chosen,
  defaultAdmin: FlagField,
};

/** The form for a new agency. */
export const NewAgency = T.Object({ ...newCompanyFields, DownlineSubDomain: T.Optional(Subdomain), ...further });
/** The form under a row. */
export const EditedAgency = T.Object({ ...companyFields, DownlineSubDomain: Subdomain, ...further });
