import { promises } from 'node:dns';
import type { DnsApi } from '../contract.ts';

const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

/** Asks the given name server (`address` or `address:port`), or those of the machine when it is empty. */
export function dnsOver(server: string): DnsApi {
  const resolver = new promises.Resolver({ timeout: 3_000, tries: 2 });
  if (server) resolver.setServers([server]);
  const listed = async (ask: Promise<string[]>): Promise<string[]> => {
    try {
      return await ask;
    } catch (error) {
      if (NOTHING.has((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  };
  return {
    txt: (name) => listed(resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join('')))),
    cname: (name) => listed(resolver.resolveCname(name)),
  };
}
