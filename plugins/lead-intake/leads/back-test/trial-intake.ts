import type { CampaignRules, Caps, Reidentification } from '../../../campaign-management/campaigns/contract.ts';
import { TrialQuota } from '../../../campaign-management/campaigns/shared.ts';
import type { TrialCount, TrialDay } from '../contract.ts';
import { FLOOR_WINDOW, WINDOWS } from '../intake/claims.store.ts';

/** Somebody who became a lead of the client. */
export interface EarlierLead {
  person: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Of the campaign, not of another one of its client. */
  isOwn: boolean;
}

const HOUR = 3_600_000;
const FLOOR_MS = Number.parseInt(FLOOR_WINDOW, 10) * HOUR;

/** When a claim of that moment runs out, as `leads_claim` has it: months end no later than their last day. */
export function claimEnd(at: number, window: Reidentification): number {
  const span = WINDOWS[window];
  if (span === null) return Infinity;
  const count = Number.parseInt(span, 10);
  if (span.includes('day')) return at + count * 24 * HOUR;
  const months = span.includes('year') ? 12 * count : count;
  const moment = new Date(at);
  const last = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(moment.getUTCDate(), last);
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  return moment.setUTCDate(day);
}

/**
 * The intake without its database: who of those whom the rules want would have been new, found a place, and when. The steps are those of `takeIn`
 * in their order. There is enough money, and caps are unused when it begins.
 */
export class TrialIntake {
  readonly #rules: Pick<CampaignRules, 'reidentification' | 'wholeClient'>;
  readonly #quota: TrialQuota;
  readonly #earlier: readonly EarlierLead[];
  readonly #waits: boolean;
  #met = 0;
  /** Until when people are held for the campaign or its client, and for a day. */
  readonly #held = new Map<number, number>();
  readonly #floor = new Map<number, number>();
  #waiting: number[] = [];

  /** `earlier`: the oldest first. `waits`: who finds no room comes again when there is some. */
  constructor(rules: Pick<CampaignRules, 'reidentification' | 'wholeClient'>, caps: Caps, earlier: readonly EarlierLead[], waits: boolean) {
    this.#rules = rules;
    this.#quota = new TrialQuota(caps);
    this.#earlier = earlier;
    this.#waits = waits;
  }

  /** How many found no room until now, and wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Works a local day; the next one must be later. */
  day({ day, begins, people, times }: TrialDay): TrialCount {
    const count: TrialCount = { day, lead: 0, repeat: 0, duplicate: 0, cap: 0 };
    const room = this.#quota.on(begins);
    const waited = this.#waiting;
    this.#waiting = [];
    const one = (person: number, at: number): void => {
      if (this.#waits && !room.hasRoom()) this.#waiting.push(person);
      else count[this.#decide(person, at, room)] += 1;
    };
    for (const person of waited) one(person, begins.getTime());
    for (let n = 0; n < people.length; n += 1) one(people[n]!, times[n]!);
    return count;
  }

  #decide(person: number, at: number, room: ReturnType<TrialQuota['on']>): 'lead' | 'repeat' | 'duplicate' | 'cap' {
    this.#meetEarlier(at);
    if ((this.#held.get(person) ?? -Infinity) > at) return 'repeat';
    if ((this.#floor.get(person) ?? -Infinity) > at) return 'duplicate';
    if (!room.hasRoom()) return 'cap';
    room.take();
    this.#held.set(person, claimEnd(at, this.#rules.reidentification));
    return 'lead';
  }

  /** What really happened until then at the client. */
  #meetEarlier(until: number): void {
    for (; this.#met < this.#earlier.length && this.#earlier[this.#met]!.at <= until; this.#met += 1) {
      const { person, at, isOwn } = this.#earlier[this.#met]!;
      if (isOwn || this.#rules.wholeClient) this.#held.set(person, claimEnd(at, this.#rules.reidentification));
      this.#floor.set(person, at + FLOOR_MS);
    }
  }
}
