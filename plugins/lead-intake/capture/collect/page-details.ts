import type { PageDetails, SiteEvent } from '../contract.ts';

/** Parameters of addresses that name an advertisement; the script sends no others (`ui/src/pixel/address.ts`). */
const CAMPAIGN = /^(utm_\w{1,30}|[gdy]clid|[gw]braid|gad_(source|campaignid)|fbclid|msclkid|ttclid|twclid|li_fat_id|epik|rdt_cid|sccid)$/;
const MOST_PARAMETERS = 20;
const LONGEST = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;

/** What a page said of itself beside its address: title, campaign parameters, an event. Whatever is no such thing is left out. */
export function detailsOf(url: URL, title: unknown, event: unknown): PageDetails | null {
  const details: PageDetails = {};
  const named = textOf(title, 100);
  if (named) details.title = named;
  const params = paramsOf(url);
  if (params) details.params = params;
  const happened = eventOf(event);
  if (happened) details.event = happened;
  return Object.keys(details).length > 0 ? details : null;
}

function paramsOf(url: URL): Record<string, string> | null {
  const found: Record<string, string> = {};
  let count = 0;
  for (const [key, value] of url.searchParams) {
    const name = key.toLowerCase();
    const text = textOf(value, LONGEST);
    if (!CAMPAIGN.test(name) || !text || name in found) continue;
    found[name] = text;
    if (++count === MOST_PARAMETERS) break;
  }
  return count > 0 ? found : null;
}

/** One line of plain text; nothing for what may hold an e-mail address. */
function textOf(given: unknown, most: number): string {
  if (typeof given !== 'string' || given.includes('@')) return '';
  return given.slice(0, most).replace(UNPRINTABLE, '').trim();
}

const MOST_VALUE = 10_000_000;
/** Digits behind the point, by currency; PostgreSQL keeps amounts in the smallest unit. */
const DIGITS = new Map(Intl.supportedValuesOf('currency').map((currency) => [currency, digitsOf(currency)]));
function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** An event that has a name. What is wrong with its value costs it the value, and so makes it none that is worth anything. */
function eventOf(given: unknown): SiteEvent | null {
  if (typeof given !== 'object' || given === null) return null;
  const { n, v, c, i } = given as Record<string, unknown>;
  const name = textOf(n, 60);
  if (!name) return null;
  const id = textOf(i, 64);
  const currency = typeof c === 'string' && c !== '' ? c.toUpperCase() : 'USD';
  const digits = DIGITS.get(currency);
  const isWorth = typeof v === 'number' && v >= 0 && v <= MOST_VALUE && digits !== undefined;
  return { name, ...(id && { id }), ...(isWorth && { value: { amount: Math.round(v * 10 ** digits), currency } }) };
}
