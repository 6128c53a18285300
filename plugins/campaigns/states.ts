import type { PauseReason, Status } from './contract.ts';

/** Which status may follow which: the state machine of a campaign, as data. */
export const MOVES: Record<Status, readonly Status[]> = {
  draft: ['scheduled', 'active', 'removed'],
  scheduled: ['active', 'paused', 'stopped'],
  active: ['paused', 'ended', 'stopped'],
  paused: ['active', 'scheduled', 'ended', 'stopped'],
  ended: ['active', 'archived'],
  stopped: ['archived'],
  archived: ['stopped', 'removed'],
  removed: [],
};

export const mayMove = (from: Status, to: Status): boolean => MOVES[from].includes(to);

/** Who set a pause may take it back; a higher one may take back a lower one's. */
const RANK: Record<PauseReason, number> = {
  user: 1, agency: 2, wallet_empty: 3, payment_failed: 3, account_not_connected: 3, module_disabled: 3, agreement_required: 3, provider_error: 3, compliance: 4,
};
export type Mover = 'client' | 'agency' | 'root' | 'system';
const POWER: Record<Mover, number> = { client: 1, agency: 2, root: 4, system: 0 };

/** May this mover take back a pause set for that reason? Automatic causes clear themselves; people do not overrule them. */
export function mayClear(reason: PauseReason | null, mover: Mover): boolean {
  if (reason === null) return true;
  const rank = RANK[reason];
  if (rank === 3) return false;
  return POWER[mover] >= rank;
}
