import type { CampaignRules } from '../../campaigns/contract.ts';
import type { OutcomeName } from '../contract.ts';
import type { KnownPerson } from '../identity/graph.store.ts';
import { uuidV7 } from '../uuid-v7.ts';
import { type Claim, FLOOR_WINDOW, FOR_EVER, WINDOWS } from './claims.store.ts';
import type { Visit } from './queue.store.ts';

/** A person on the way to becoming a lead of a campaign, with all his visits of the batch; the first one counts. */
export interface Candidate {
  rules: CampaignRules;
  person: KnownPerson;
  visits: Visit[];
  /** The lead he becomes; that of an earlier lead when he returned. */
  leadId: string;
  /** Set when it is decided. */
  outcome: OutcomeName | null;
  /** What his lead costs the agency; known once it was to be paid for. */
  wholesaleCents: number;
}

/** One candidate for each person and re-identification scope, in the order of their first visits. */
export function candidatesOf(wanted: readonly { visit: Visit; rules: CampaignRules; person: KnownPerson }[]): Candidate[] {
  const byKey = new Map<string, Candidate>();
  for (const { visit, rules, person } of wanted) {
    const key = `${windowScope(rules)} ${person.key.toString('latin1')}`;
    const known = byKey.get(key);
    if (known) known.visits.push(visit);
    else byKey.set(key, { rules, person, visits: [visit], leadId: uuidV7(visit.at.getTime()), outcome: null, wholesaleCents: 0 });
  }
  return [...byKey.values()];
}

const windowScope = (rules: CampaignRules): string => (rules.wholeClient ? `client ${rules.companyId}` : `campaign ${rules.id}`);
const claimOf = (c: Candidate, scope: string, window: string): Claim => ({
  scope,
  window,
  key: c.person.key,
  owner: c.rules,
  at: c.visits[0]!.at,
  leadId: c.leadId,
});
/** Holds the person for the campaign or its whole client, for the window that the campaign sets. */
export const windowClaim = (c: Candidate): Claim => claimOf(c, windowScope(c.rules), WINDOWS[c.rules.reidentification] ?? FOR_EVER);
/** Holds the person for the client, for a day. */
export const floorClaim = (c: Candidate): Claim => claimOf(c, `floor ${c.rules.companyId}`, FLOOR_WINDOW);
