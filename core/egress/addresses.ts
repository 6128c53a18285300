import ipaddr from 'ipaddr.js';

/** Ranges that `ipaddr.js` calls unicast although they lead inside or wrap an IPv4 address. */
const ALSO_INTERNAL = ['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '100::/64'].map((r) => ipaddr.parseCIDR(r));

/** True for addresses on the public internet; everything unclear is internal. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || !ALSO_INTERNAL.some((range) => address.match(range));
}
