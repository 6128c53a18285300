import { uuidV7 } from '../../../../core/contract.ts';
import type { CampaignRules } from '../../../campaign-management/campaigns/contract.ts';
import type { Observation } from '../contract.ts';
import { type Claim, FLOOR_WINDOW, FOR_EVER, WINDOWS } from './claims.store.ts';

/** An observation on its way through the intake; it has an outcome when it is decided. */
export interface Entry {
  observation: Observation;
  rules: CampaignRules;
  outcome: string | null;
  leadId: string | null;
}

/** A person on the way to becoming a lead of a campaign, with all their observations of the batch; the first one counts. */
export interface Candidate {
  rules: CampaignRules;
  entries: Entry[];
  /** The lead that they become; that of an earlier lead when they returned. */
  leadId: string;
  /** Set when it is decided. */
  outcome: string | null;
  /** What their lead costs the client. */
  retailCents: number;
  /** What their lead costs the agency; known once it was to be paid for. */
  wholesaleCents: number;
}
export const firstOf = (c: Candidate): Observation => c.entries[0]!.observation;

/** One candidate for each person and re-identification window, in the order of their first observations. */
export function groupRepeats(entries: readonly Entry[]): Candidate[] {
  const byKey = new Map<string, Candidate>();
  for (const entry of entries) {
    const { rules, observation } = entry;
    const key = `${windowClaimant(rules)} ${observation.personKey.toString('latin1')}`;
    const known = byKey.get(key);
    if (known) known.entries.push(entry);
    else {
      const { at, retailCents = rules.retailCents } = observation;
      byKey.set(key, { rules, entries: [entry], leadId: uuidV7(at.getTime()), outcome: null, retailCents, wholesaleCents: 0 });
    }
  }
  return [...byKey.values()];
}

/** Of a new lead's observations the first made it and the others are returns; all others end as their person does. */
export function decide(candidates: readonly Candidate[]): void {
  for (const { entries, outcome, leadId } of candidates)
    entries.forEach((entry, n) => {
      entry.outcome = outcome === 'lead' && n > 0 ? 'repeat' : outcome;
      entry.leadId = outcome === 'lead' || outcome === 'repeat' ? leadId : null;
    });
}

const windowClaimant = (rules: CampaignRules): string => (rules.wholeClient ? `client ${rules.companyId}` : `campaign ${rules.id}`);
const claimOf = (c: Candidate, claimant: string, window: string): Claim => ({
  claimant,
  window,
  key: firstOf(c).personKey,
  owner: c.rules,
  at: firstOf(c).at,
  leadId: c.leadId,
});
/** Holds the person for the campaign or its whole client, for the window that the campaign sets. */
export const windowClaim = (c: Candidate): Claim => claimOf(c, windowClaimant(c.rules), WINDOWS[c.rules.reidentification] ?? FOR_EVER);
/** Holds the person for the client, for a day. */
export const floorClaim = (c: Candidate): Claim => claimOf(c, `floor ${c.rules.companyId}`, FLOOR_WINDOW);
