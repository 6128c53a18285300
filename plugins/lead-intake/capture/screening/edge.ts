import type { IncomingHttpHeaders } from 'node:http';
import type { Pixel } from '../collect/pixel-cache.ts';
import type { VisitInput, WithdrawalInput } from '../collect/visit-input.ts';
import { refusedHost } from './hosts.ts';
import { BEACONS_PER_MINUTE } from './limits.ts';
import { networksOf } from './networks.ts';
import { isAmong, isOwn } from './page-rules.ts';
import { MinuteCounts } from './rate.ts';
import { BeaconTokens } from './token.ts';

/** Why a page view is not stored. `status` is what the sender hears: a stranger nothing, a script with an old token to fetch another. */
export interface Refusal {
  status: 204 | 401;
  /** Null: nothing is counted, for the script sends the same page view once more. */
  outcome: 'foreign_site' | 'own_network' | 'never_page' | 'unproven' | 'limited' | null;
  /** The host to show to the campaign's people. */
  host?: string;
}

/** What can be said of a page view before anything is stored: does it come from the campaign's site, from a script of ours, at a human pace? */
export class EdgeScreen {
  readonly #tokens: BeaconTokens;
  readonly #both = new MinuteCounts(BEACONS_PER_MINUTE.addressAndCampaign);
  readonly #address = new MinuteCounts(BEACONS_PER_MINUTE.address);
  readonly #withdrawals = new MinuteCounts(BEACONS_PER_MINUTE.withdrawals);
  readonly #fetched = new MinuteCounts(BEACONS_PER_MINUTE.tokens);

  constructor(tokenSecret: Buffer) {
    this.#tokens = new BeaconTokens(tokenSecret);
  }

  /** A token for whoever fetches the script; empty for an address that fetches too many. */
  token(pixel: Pixel, ip: string, at: number): string {
    return this.#fetched.take(networksOf(ip).single, at) ? this.#tokens.issue(pixel.key, ip, at) : '';
  }

  /** Null: the page view may be stored. */
  refusal(pixel: Pixel, input: VisitInput, headers: IncomingHttpHeaders, ip: string, at: number): Refusal | null {
    const host = refusedHost(pixel.hosts, headers, input.host);
    if (host !== null) return { status: 204, outcome: 'foreign_site', host };
    const { single } = networksOf(ip);
    if (!this.#address.take(single, at) || !this.#both.take(`${pixel.campaignId} ${single}`, at))
      return { status: 204, outcome: 'limited' };
    if (isOwn(pixel.ownNetworks, ip)) return { status: 204, outcome: 'own_network' };
    if (isAmong(pixel.neverPages, input.url)) return { status: 204, outcome: 'never_page' };
    const state = this.#tokens.check(input.token, pixel.key, ip, at);
    if (state === 'good') return null;
    return { status: 401, outcome: state === 'stale' ? null : 'unproven' };
  }

  /** Null: the consent is taken back. Hosts and pages do not matter for it. */
  withdrawalRefusal(pixel: Pixel, { token }: WithdrawalInput, ip: string, at: number): 401 | 503 | null {
    if (!this.#withdrawals.take(networksOf(ip).single, at)) return 503;
    return this.#tokens.check(token, pixel.key, ip, at) === 'good' ? null : 401;
  }
}
