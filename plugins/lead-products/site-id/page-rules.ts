import ipaddr from 'ipaddr.js';

const LONGEST = 300;
/** Fewer bits would name whole continents. */
const FEWEST_BITS = { ipv4: 8, ipv6: 16 } as const;

/** A page as rules name it: the path of an address, `*` for anything in it. Null for what is none. */
export function cleanPage(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > LONGEST || /\s/.test(text)) return null;
  if (!/^(https?:\/\/|\/|\*)/.test(text)) return null;
  const url = URL.parse(text.startsWith('*') ? `/${text}` : text, 'https://site.example');
  if (!url) return null;
  const path = url.pathname + (/^#!?\//.test(url.hash) ? url.hash : '');
  return text.startsWith('*') ? path.slice(1) : path;
}

/** A network as it is kept: `203.0.113.0/24`; an address stands for itself alone. Null for what is none. */
export function cleanNetwork(typed: string): string | null {
  const text = typed.trim();
  if (ipaddr.isValidCIDR(text)) {
    const [base, bits] = ipaddr.parseCIDR(text);
    const kind = base.kind();
    if (bits < FEWEST_BITS[kind]) return null;
    const first = kind === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text);
    return `${first.toString()}/${bits}`;
  }
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.process(text);
  return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
}
