import type { Knex } from 'knex';
import { type Ctx, defineExtensionPoint, type State, type TObject } from '../../../../core/contract.ts';
import type { Evidence, Lead } from './lead.ts';

/** Fields that a plugin knows of leads beside what their source saw: files and connectors have them as well. */
export interface LeadFieldSet {
  /** Plain values, each with a `title` (a message key). None has the name of a field of `Lead` or of a source's evidence. */
  fields: TObject;
  /** What stands in them for a lead that is made up, so that other systems learn of all of them. */
  sample(ctx: Ctx): Evidence;
  /** By lead id; leads that nothing is known of and fields that are empty are left out. */
  of(ctx: Ctx, leads: readonly Lead[]): Promise<ReadonlyMap<string, Evidence>>;
}
export const LeadFieldSets = defineExtensionPoint<LeadFieldSet>('leads.fields');

/**
 * What another plugin knows of each lead in one word: lists show it and are narrowed by it. Both are parts of statements over leads, so that
 * a list costs no more of them however many facets there are.
 */
export interface LeadFacet {
  /** In lower case; a query parameter and a column of lists. */
  name: string;
  /** Message key. */
  title: string;
  /** Who sees it and may ask for it. */
  ability: readonly [action: string, subject: string];
  /** Its values, and how they are shown. */
  states: Readonly<Record<string, State>>;
  /** One of the values, or null, for the lead whose id stands in the column `lead`, which is given with its table. */
  valueOf(ctx: Ctx, lead: string): Knex.Raw | Knex.QueryBuilder;
  /** Whether the lead has this of the values. */
  holds(ctx: Ctx, lead: string, value: string): Knex.Raw;
}
export const LeadFacets = defineExtensionPoint<LeadFacet>('leads.facet');
