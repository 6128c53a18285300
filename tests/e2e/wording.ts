/** What must not be read on a screen. */
const FAULTS: Record<string, RegExp> = {
  'a word of the program': /\b[a-z]+(?:_[a-z0-9]+)+\b/g,
  'words run together': /\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g,
  'an id': /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  'a value that is none': /\bundefined\b|\[object|\bNaN\b|\bInvalid Date\b/g,
  'a key without a text': /(?<![\w@.])[a-z][a-z-]*\.(?!example|localhost|test\b|com\b)[a-z][a-z-]*(?:\.[a-z-]+)+(?![\w@])/g,
  'an unfilled place': /\{[a-z]\w*(?:, number)?\}/gi,
};
/** Names that are written like this. */
const NAMES = new Set([
  'GoHighLevel',
  'SendGrid',
  'ClickFunnels',
  'MailboxPower',
  'HubSpot',
  'JavaScript',
  'WordPress',
  'TikTok',
  'PayPal',
]);
/** Screens on which operators type the program's own words, or developers read them. */
const TYPED: Record<string, RegExp> = {
  '/configuration/agency-plans': /^price_test_/,
  '/configuration/data-enrichment': /^person\./,
  '/operations/jobs': /^[a-z0-9-]+\.[a-z0-9.-]+$/,
  '/developer/reference': /^(?:next_cursor|has_more|RateLimit|\{id\})$/,
};

/** The program's own words, ids and unfilled places in what is read on a page. */
export const wordingFaults = (path: string, text: string): string[] =>
  Object.entries(FAULTS).flatMap(([what, pattern]) =>
    [...new Set(text.match(pattern))].filter((found) => !TYPED[path]?.test(found) && !NAMES.has(found)).map((found) => `${what}: ${found}`),
  );
