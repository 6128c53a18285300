/** Names of hosts from which a campaign's page views may come: `shop.example`, or `*.shop.example` for all below it. */

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const NAME = new RegExp(`^(?:${LABEL}\\.)*${LABEL}$`);
const LONGEST = 253;

/** A host or wildcard as it is kept: lower case, without scheme, port and path, international names in ASCII. Null for what is none. */
export function cleanHost(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  if (/[\s@]/.test(text)) return null;
  const wildcard = text.startsWith('*.');
  const name = hostOf(`http://${wildcard ? text.slice(2) : text}`);
  if (!name || name.length > LONGEST) return null;
  // `*.com` would let in half the internet.
  if (wildcard) return NAME.test(name) && name.includes('.') && !isAddress(name) ? `*.${name}` : null;
  return NAME.test(name) || isAddress(name) ? name : null;
}

/** All names that may send for a campaign: its website with everything below, the thank-you page's host, and the hosts that were added. */
export function senderHosts(site: { url: string; thank_you_url: string; allowed_hosts: readonly string[] }): string[] {
  const own = hostOf(site.url)?.replace(/^www\./, '');
  const thanks = hostOf(site.thank_you_url);
  const ofSite = own ? (isAddress(own) || !own.includes('.') ? [own] : [own, `*.${own}`]) : [];
  return [...new Set([...ofSite, ...(thanks ? [thanks] : []), ...site.allowed_hosts])];
}

const hostOf = (url: string): string | null => (url && URL.parse(url)?.hostname.replace(/\.$/, '')) || null;
const isAddress = (name: string): boolean => /^[\d.]+$/.test(name) || name.startsWith('[');
