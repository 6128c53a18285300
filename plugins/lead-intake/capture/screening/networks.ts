import ipaddr from 'ipaddr.js';

/** Names of an address for counting: `single` is one subscriber (a whole /64 of IPv6), `network` its neighbourhood. */
export interface Networks {
  single: string;
  network: string;
}

const NOWHERE: Networks = { single: '', network: '' };

/** The /24 of an IPv4 address, the /48 of an IPv6 address. */
export function networksOf(ip: string): Networks {
  // Nearly all addresses: what the full parser would say of them, without its cost.
  if (/^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(ip)) return { single: ip, network: `${ip.slice(0, ip.lastIndexOf('.'))}.0/24` };
  if (!ipaddr.isValid(ip)) return NOWHERE;
  const parsed = ipaddr.process(ip);
  if (parsed.kind() === 'ipv4') return networksOf(parsed.toString());
  const groups = (parsed as ipaddr.IPv6).parts.map((part) => part.toString(16));
  return { single: `${groups.slice(0, 4).join(':')}::/64`, network: `${groups.slice(0, 3).join(':')}::/48` };
}
