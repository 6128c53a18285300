/** Every limit of the screening, in one place; `docs/screening.md` says what each is for. */

/** At the endpoint, in memory of one process: beacons in a minute. */
export const BEACONS_PER_MINUTE = {
  /** Of one address to one campaign: an office or a mobile network behind one address stays far below it. */
  addressAndCampaign: 240,
  /** Of one address to all campaigns. */
  address: 1_200,
  /** Consents that visitors of one address take back. */
  withdrawals: 60,
  /** Scripts and tokens fetched by one address; beyond it scripts come without a token. */
  tokens: 600,
} as const;

/** Beacons of one token, which counts for an hour or two. */
export const BEACONS_PER_TOKEN = 500;

/** A newcomer waits so long, from when the pipeline met them, before being identified: a flood shows its shape before the first of it costs anything. */
export const SETTLE_MS = 1_000;
/** Visits older than this need not settle: whatever came in the same moment has been stored by now, however slow the disk was. */
export const MOMENT_MS = 10_000;

/** People whom one visitor id may stand for: whoever shares a browser. Counted over the days that newcomers are kept. */
export const PEOPLE_PER_VISITOR = 2;
export const NEWCOMER_DAYS = 30;

/** Newcomers of one campaign that may come from one place; more of them are held for review. */
export const NEWCOMERS = {
  /** One subscriber's address. */
  address: { tenSeconds: 5, tenMinutes: 12, day: 60 },
  /** A /24 of IPv4, a /48 of IPv6. */
  network: { tenSeconds: 15, tenMinutes: 40, day: 200 },
  /** One page of the website. */
  page: { tenMinutes: 80 },
  /** The whole campaign: in one moment, in ten minutes, in an hour. An hour's newcomers within ten minutes are a flood: none of them passes. */
  campaign: { tenSeconds: 40, tenMinutes: 25, hour: 60 },
} as const;

/** A campaign whose best day of the last fourteen had more leads than this has the limits of page and campaign in proportion. */
export const USUAL_DAY = 60;
/** Leads in a day beyond so many times the best day, and beyond this many in any case, are more than usual. */
export const MOST_TIMES_USUAL = 3;
export const ORDINARY_DAY = 300;
export const USUAL_DAYS = 14;

/**
 * Beyond these, further newcomers end as `limited`: of a campaign in ten minutes, and visits held for it. A whole burst finds room, so that
 * the real people in it are held and not lost.
 */
export const MOST_IN_TEN_MINUTES = 3_000;
export const MOST_HELD = 3_000;
/** Held visits that nobody looked at are given up after so many days. */
export const HELD_DAYS = 7;
