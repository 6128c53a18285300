import { defineEvent, definePort, T } from '../../../core/contract.ts';
import type { Contact } from '../../foundation/companies/contract.ts';

/** Agencies as other plugins use them. */
export interface AgenciesApi {
  /** Completes an agency that registered itself: how to reach it, and the root's sales person who sent it. */
  introduce(agencyId: number, by: { phone: Contact['phone']; salesRef: number | null }): Promise<void>;
  /**
   * Root's word about a module or feature for an agency that the caller may change. Throws 404 for another agency or a key that nothing has, and 409 with the
   * campaigns of its products while these are open.
   */
  grant(agencyId: number, key: string, state: AgencyState): Promise<void>;
}
export const Agencies = definePort<AgenciesApi>('agencies.v1');

/** Root's word about a feature for one agency: granted, off whatever holds for the others, or as for the others. */
export type AgencyState = 'on' | 'off' | 'inherit';

/** Root switched a module for an agency. */
export const ModuleSwitched = defineEvent({
  id: 'agencies.module-switched',
  version: 1,
  payload: T.Object({ agencyId: T.Integer(), plugin: T.String(), on: T.Boolean() }),
});
