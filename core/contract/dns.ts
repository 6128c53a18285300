import { definePort } from './plugin.ts';

/** Asks the domain name system. Never inside a transaction. A name without such records answers an empty list; a failure throws. */
export interface DnsApi {
  txt(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
}
/** Provided by core, so that the resolver is a setting of the process. */
export const Dns = definePort<DnsApi>('core.dns.v1');
