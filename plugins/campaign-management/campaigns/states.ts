import type { TenantKind } from '../../../core/contract.ts';
import type { ListState, PauseReason, Status } from './contract.ts';

/**
 * Which status may follow which: the state machine of a campaign, as data. A pause of a campaign that had not begun yet
 * is the one that may lead back to `scheduled`; a paused one is paused once more when a person's pause takes the place of an automatic one.
 */
export const MOVES: Record<Status, readonly Status[]> = {
  draft: ['scheduled', 'active', 'removed'],
  scheduled: ['active', 'paused', 'stopped'],
  active: ['paused', 'ended', 'stopped'],
  paused: ['active', 'scheduled', 'paused', 'ended', 'stopped'],
  ended: ['active', 'archived'],
  stopped: ['archived'],
  archived: ['stopped', 'removed'],
  removed: [],
};

export const mayMove = (from: Status, to: Status): boolean => MOVES[from].includes(to);

/** Whose people may take back a pause besides what caused it: those who set it, and those above. */
const CLEARED_BY: Record<PauseReason, readonly TenantKind[]> = {
  user: ['client', 'agency', 'root'],
  agency: ['agency', 'root'],
  wallet_empty: ['root'],
  payment_failed: ['root'],
  account_not_connected: ['root'],
  module_disabled: ['root'],
  agreement_required: ['root'],
  provider_error: ['root'],
  compliance: ['root'],
};

/** May somebody of such a company take back a pause set for that reason? */
export const mayClear = (reason: PauseReason, by: TenantKind): boolean => CLEARED_BY[reason].includes(by);

/** Reasons that a person chose; all others are causes that somebody has to mend. */
export const CHOSEN: readonly PauseReason[] = ['user', 'agency'];

/** What lists show of a campaign; `lacking`: something without which it brings nothing, `full`: a cap is used up, `gone`: its product is. */
export function listStateOf(
  { status, reason }: { status: Status; reason: PauseReason | null },
  { lacking = false, full = false, gone = false }: { lacking?: boolean; full?: boolean; gone?: boolean },
): ListState {
  if (gone) return 'unavailable';
  if (lacking || (status === 'paused' && reason !== null && !CHOSEN.includes(reason))) return 'needs_attention';
  return status === 'active' && full ? 'limit_reached' : status;
}
