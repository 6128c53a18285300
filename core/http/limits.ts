import ipaddr from 'ipaddr.js';

/** How the connections of one process are shared out. */
export interface Limits {
  connections: number;
  /** Of one network: what an office behind one address needs, and far less than there are. */
  connectionsOfNetwork: number;
  /** Connections of which more is to come: idle ones, half-sent headers, half-sent bodies. */
  waiting: number;
  /** Requests that are being answered: of one network, and all of the web role, so that the rest is left to `/collect`. */
  requestsOfNetwork: number;
  webRequests: number;
  /** Open streams of `GET /api/live`. */
  streams: number;
  streamsOfNetwork: number;
  streamsOfAccount: number;
  streamsOfSession: number;
}

/** A quarter each for streams, for what is still to come and for web requests; the last is for `/collect` alone. */
export const limitsOf = (connections: number): Limits => ({
  connections,
  connectionsOfNetwork: Math.ceil(connections / 8),
  waiting: Math.ceil(connections / 4),
  requestsOfNetwork: Math.ceil(connections / 16),
  webRequests: Math.ceil(connections / 4),
  streams: Math.ceil(connections / 4),
  streamsOfNetwork: 100,
  streamsOfAccount: 20,
  streamsOfSession: 6,
});

/** Whom an address counts for: itself, or in IPv6 the /64 that one customer has to choose from. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':');
}
