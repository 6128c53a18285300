import { definePort, defineExtensionPoint } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { LeadPerson } from '../leads/contract.ts';

/** One thing that suppliers may know of somebody. */
export interface InformationField {
  /** A message key. */
  title: string;
  as: 'text' | 'number';
  /** It completes the person and is asked for only where that is empty; otherwise it is further information. */
  person?: keyof LeadPerson;
}
/** Information that is asked for, and paid for, together. */
export interface InformationGroup {
  /** One of its own over all products: suppliers are told it. */
  id: string;
  product: Product;
  /** A message key. */
  title: string;
  /** A campaign asks for it only where it says so. */
  isAdvanced: boolean;
  /** By the names under which suppliers are asked and answer. */
  fields: Readonly<Record<string, InformationField>>;
}
/** The groups of information that a product's campaigns may ask for. */
export const InformationGroups = defineExtensionPoint<InformationGroup>('enrichment.group');

/** Values by the names of their fields. */
export type Information = Readonly<Record<string, string | number>>;

/** Somebody about whom more is to be known. */
export interface EnrichmentQuestion {
  /** The same over repetitions, so that a supplier charges once. */
  ref: string;
  person: LeadPerson;
  /** What else is known of whom the question is about, or wanted: suppliers are told it. */
  about?: Readonly<Record<string, string | number | readonly string[]>>;
  /** Ids of the groups asked for. */
  groups: readonly string[];
}
export interface EnrichmentAnswer {
  ref: string;
  /**
   * `answered`: whoever could be asked said what they know, if anything. `silent`: nothing came back, and somebody failed or had no budget left.
   * `refused`: the campaign may ask no more today.
   */
  state: 'answered' | 'silent' | 'refused';
  /** The person with what came back about them. */
  person: LeadPerson;
  /** What came back beside that. */
  information: Information;
  /** Ids of the groups of which anything came back. */
  groups: readonly string[];
}
export interface EnrichmentApi {
  /** Groups of a product's campaigns, in the order in which they were declared. */
  groups(product: Product): readonly InformationGroup[];
  /** Those of the groups that a supplier knows which is switched on. */
  supplied(groups: readonly string[]): Promise<readonly string[]>;
  /** Asks the suppliers, one after the other, for what is still missing: outside of any transaction. One answer for each question, in their order. */
  ask(
    campaign: { campaignId: number; companyId: number; timezone: string },
    questions: readonly EnrichmentQuestion[],
  ): Promise<EnrichmentAnswer[]>;
}
/** What suppliers know of people, asked for in groups. */
export const Enrichment = definePort<EnrichmentApi>('enrichment.v1');
