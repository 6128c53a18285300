import ipaddr from 'ipaddr.js';

/** What counts as one caller's address: an IPv6 network of 64 bits, which every subscriber has to themselves, or a single IPv4 address. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
