import type { Cap } from './quota.store.ts';
import { windowStart } from './windows.ts';

/** The caps of a campaign. */
export type Caps = Pick<Cap, 'timezone' | 'leadLimit' | 'frequency' | 'costLimitCents' | 'centsEach'>;

/** The windows of a campaign's caps in memory, as `reserveQuota` keeps them in the database; all unused when it begins. */
export class TrialQuota {
  readonly #caps: Caps;
  readonly #used = new Map<string, number>();

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /** The places of the local day that a moment lies in. */
  on(at: Date): { hasRoom(): boolean; take(): void } {
    const { timezone, leadLimit, frequency, costLimitCents, centsEach } = this.#caps;
    const leads = `leads ${windowStart(at, frequency, timezone)}`;
    const cents = `cents ${windowStart(at, 'month', timezone)}`;
    const used = (window: string): number => this.#used.get(window) ?? 0;
    return {
      hasRoom: () =>
        (leadLimit === 0 || used(leads) < leadLimit) &&
        (costLimitCents === 0 || used(cents) + centsEach <= costLimitCents || centsEach === 0),
      take: () => {
        this.#used.set(leads, used(leads) + 1);
        this.#used.set(cents, used(cents) + centsEach);
      },
    };
  }
}
