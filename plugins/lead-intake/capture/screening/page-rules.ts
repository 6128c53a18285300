import ipaddr from 'ipaddr.js';

/** What a campaign says of the pages of its website, and of who looks at them. Pages are paths; `*` stands for anything. */
export interface PageRules {
  /** Only views of these pages make leads; all when there are none. */
  only: readonly string[];
  /** Views of these pages are not kept at all. */
  never: readonly string[];
  /** When a lead looks at one of these, the client is told. */
  hot: readonly string[];
  /** Networks of the client's own people, such as `203.0.113.0/24`. */
  ownNetworks: readonly string[];
}
export const NO_RULES: PageRules = { only: [], never: [], hot: [], ownNetworks: [] };

/** Whether a page is among those named. */
export function isAmong(pages: readonly string[], url: string): boolean {
  if (pages.length === 0) return false;
  const page = pathOf(url);
  return pages.some((named) => matches(named, page));
}

/** The path of a page as rules name it, with the route behind a number sign of apps that have one. */
function pathOf(url: string): string {
  const { pathname = url, hash = '' } = URL.parse(url) ?? {};
  return plain(pathname + hash);
}

const plain = (path: string): string => path.toLowerCase().replace(/(?<=.)\/$/, '');

/** Looks for the parts between the stars one after the other, so that it takes no longer for more stars. */
function matches(named: string, page: string): boolean {
  const [begin, ...parts] = plain(named).split('*') as [string, ...string[]];
  const end = parts.pop();
  if (end === undefined) return page === begin;
  if (!page.startsWith(begin)) return false;
  let at = begin.length;
  for (const part of parts) {
    const found = page.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return page.length - end.length >= at && page.endsWith(end);
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;
const known = new Map<string, Range>();

/** Whether an address lies in one of the networks. */
export function isOwn(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0 || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const [base, bits] = rangeOf(network);
    return address.kind() === base.kind() && address.match(base, bits);
  });
}

function rangeOf(network: string): Range {
  let range = known.get(network);
  if (!range) {
    if (known.size >= 5_000) known.clear();
    known.set(network, (range = ipaddr.parseCIDR(network)));
  }
  return range;
}
