import { definePort } from './plugin.ts';
import type { Tenant } from './tenancy.ts';

/** A renameable thing as an agency has it. */
export interface NamedThing {
  key: string;
  name: string;
  url: string;
  /** True when the agency has given it names of its own. */
  own: boolean;
  /** False for one that is offered only once it has names of its own, or where its feature is on. */
  isOffered: boolean;
}
export interface NamesApi {
  /** All renameable things of plugins that are on, as the caller's agency calls them. */
  list(): NamedThing[];
  /**
   * Renames things for the caller's own company; null gives the platform's name back. Former url segments stay known and lead to the new
   * ones. Throws 422 on `<key>.name` or `<key>.url` for what is reserved or taken.
   */
  save(of: Tenant, names: Record<string, { name: string; url: string } | null>): Promise<void>;
}
/** What agencies call their products; provided by core. */
export const NamesPort = definePort<NamesApi>('core.names.v1');
