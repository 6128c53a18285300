/** Every limit of the screening, in one place; `docs/screening.md` says what each is for. */

/** At the endpoint, in memory of one process: beacons in a minute. */
export const BEACONS_PER_MINUTE = {
  /** Of one address to one campaign: an office or a mobile network behind one address stays far below it. */
  addressAndCampaign: 240,
  /** Of one address to all campaigns. */
  address: 1_200,
  /** Scripts and tokens fetched by one address; beyond it scripts come without a token. */
  tokens: 600,
} as const;

/** Beacons of one token, which counts for an hour or two. */
export const BEACONS_PER_TOKEN = 500;
