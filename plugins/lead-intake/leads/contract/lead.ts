import { defineEvent, T } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';

/** Live topic: what is counted from observations and leads moved. `leads` says that lists of leads did. */
export const FIGURES_TOPIC = 'figures';

/** A person as a lead shows them. Empty text where nothing is known. */
export interface LeadPerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  company: string;
}
/** What a source saw, in plain values by the names of its schema. */
export type Evidence = Readonly<Record<string, string | number | boolean>>;
export interface Lead extends LeadPerson {
  /** UUID version 7: ids sort by time. */
  id: string;
  campaignId: number;
  companyId: number;
  product: Product;
  /** Id of the source, and what it saw at first. */
  source: string;
  evidence: Evidence;
  createdAt: Date;
  lastSeenAt: Date;
  /** How often the person was observed. */
  observations: number;
  isTest: boolean;
  /** The person did what the campaign is after. */
  converted: boolean;
  retailCents: number;
  /** In the order of the alphabet. */
  tags: readonly string[];
  /** Its person was erased: nothing of them is left, and it is not to be sent anywhere. */
  isErased?: true;
}
/** A lead as a list shows it. */
export interface ListedLead extends Lead {
  /** Name of its client. */
  client: string;
  /** What other plugins know of it in a word, by the name of their facet. */
  facets: Readonly<Record<string, string>>;
}

/** Leads written by one batch for one campaign. Read them through the port: the event carries no personal data. */
export const LeadsCreated = defineEvent({
  id: 'leads.created',
  version: 1,
  payload: T.Object({
    campaignId: T.Integer(),
    companyId: T.Integer(),
    product: T.String(),
    isTest: T.Boolean(),
    leadIds: T.Array(T.String({ format: 'uuid' }), { maxItems: 1000 }),
  }),
});

const OfOneClient = T.Object({ companyId: T.Integer(), leadIds: T.Array(T.String({ format: 'uuid' }), { maxItems: 1000 }) });
/** Somebody changed what is said of leads of a client: their tags. Not that their people were seen again. */
export const LeadsUpdated = defineEvent({ id: 'leads.updated', version: 1, payload: OfOneClient });
/** People behind leads of a client did what the campaign is after; once for each lead, also for one that is new. */
export const LeadsConverted = defineEvent({ id: 'leads.converted', version: 1, payload: OfOneClient });
