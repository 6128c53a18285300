import { definePort } from '../../../../core/contract.ts';
import type { CampaignRules, Caps } from '../../../campaign-management/campaigns/contract.ts';
import type { OutcomeDef } from './intake.ts';

/** Who was observed in a local day and is wanted by the rules, in the order they came. */
export interface TrialDay {
  /** Such as 2027-03-08, and its first instant. */
  day: string;
  begins: Date;
  /** Numbers that tell people apart, and when each was observed, in milliseconds since the epoch. */
  people: ArrayLike<number>;
  times: ArrayLike<number>;
}
/** How those observations would have ended. */
export interface TrialCount {
  day: string;
  lead: number;
  repeat: number;
  duplicate: number;
  cap: number;
}
export interface LeadTrial {
  rules: CampaignRules;
  caps: Caps;
  /** Campaigns in whose place it would have been: what they brought since `from` is left out. */
  own: readonly number[];
  /** The number of somebody with a key as in an observation. */
  personAt(personKey: Buffer): number;
  from: Date;
  to: Date;
  days: readonly TrialDay[];
  /** Who finds no room comes again when there is some. */
  waits: boolean;
}
export interface LeadTrialsApi {
  /**
   * What the intake would have made of observations, beside what really became of the client's other campaigns: repeats, duplicates, caps, leads.
   * Money is not asked about, and caps begin unused. Writes nothing. `waiting`: who found no room to the end.
   */
  run(trial: LeadTrial): Promise<{ days: TrialCount[]; waiting: number }>;
  /** How observations of a campaign really ended, by local day. */
  outcomes(campaignId: number, first: string, last: string): Promise<{ day: string; outcome: string; count: number }[]>;
  /** Every outcome that the installed plugins declare, by how far it is from a lead. */
  declared(): ReadonlyMap<string, OutcomeDef>;
}
/** The intake, rehearsed on observations of the past. */
export const LeadTrials = definePort<LeadTrialsApi>('leads.trials.v1');
