import { getDomain } from 'tldts';

/** How somebody came to a website. */
export interface Touch {
  /** ISO instant. */
  at: string;
  /** The page they came to. */
  url: string;
  /** Host of another website that they came from, or empty. */
  referrer: string;
  /** Campaign parameters of the page's address. */
  params: Readonly<Record<string, string>> | null;
}

const CLICK_ID = /clid$|^li_fat_id$|^epik$|^rdt_cid$|^gbraid$|^wbraid$/;

/** The parameter that names a click on an advertisement, and its value. */
export const clickIdOf = ({ params }: Touch): [name: string, value: string] | null =>
  Object.entries(params ?? {}).find(([name]) => CLICK_ID.test(name)) ?? null;

/**
 * The host that a page was come to from, where that is another website; empty where somebody went on within one, from a subdomain to another too.
 */
export function otherWebsite(url: string, referrer: string): string {
  return referrer !== '' && websiteOf(referrer) !== websiteOf(URL.parse(url)?.hostname ?? '') ? referrer : '';
}

/** Whether a visitor came to the page from elsewhere, and did not only go on to it; `referrer` is another website or empty. */
export const isEntry = (referrer: string, params: Touch['params'] | undefined): boolean => Boolean(params) || referrer !== '';

/** What somebody registered, by the public suffix list: the website of `shop.example.co.uk` is `example.co.uk`. */
const websiteOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;
