import { definePort } from '../../../core/contract.ts';
import type { Operation } from '../../money/payments/contract.ts';

export interface DunningApi {
  /**
   * The agency's own card could not pay an operation. Called in the transaction that settles it, as the agency; a repeat changes nothing.
   * New activations are refused from now on, and after 72 hours the campaigns of its clients pause.
   */
  agencyFailed(agencyId: number, operation: Operation): Promise<void>;
  /**
   * Nothing is owed by the agency's card any more: what was paused for it runs again. Called in the transaction that says so, as the
   * agency; does nothing when nothing was owed.
   */
  agencyPaid(agencyId: number): Promise<void>;
}
/** What a company owes after a failed payment, and what that keeps it from. */
export const Dunning = definePort<DunningApi>('dunning.v1');
