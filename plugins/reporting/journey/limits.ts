/** How much is kept of visitors, in one place; the README says why. */

/** Pages of one visitor while nobody knows who it is, and of one lead. Further ones are not kept. */
export const PAGES_OF_VISITOR = 100;
export const PAGES_OF_LEAD = 500;
/** Pages of unknown visitors that a campaign keeps in a day. */
export const PAGES_OF_DAY = 50_000;
/** Days that pages of unknown visitors are kept, and those of leads. */
export const VISITOR_DAYS = 30;
export const LEAD_DAYS = 365;
/** Whoever looks at nothing for so long has left. */
export const PAUSE_MS = 30 * 60_000;
