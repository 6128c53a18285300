import { parse } from 'tldts';
import { SOURCE_DIRECTIVES } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import { type Fault, near } from '../fault.ts';

/** Sources that would let in more than one service: each is the origin of a host, by https, with nothing behind it. */
export function contentSecurityFaults(all: Collection): Fault[] {
  return all.contentSecurity.flatMap(({ plugin, def }) =>
    Object.entries(def.sources).flatMap(([directive, sources]): Fault[] => {
      const fault = (found: string, more: object = {}): Fault => ({
        code: 'content-security',
        plugin,
        definition: `content security "${directive}"`,
        found,
        ...more,
      });
      if (!(SOURCE_DIRECTIVES as readonly string[]).includes(directive))
        return [fault('is nothing that plugins may list sources for', near(directive, SOURCE_DIRECTIVES))];
      return sources
        .filter((source) => !isOrigin(source))
        .map((source) => fault(`lists "${source}"`, { remedy: 'name the origin of one host, such as https://js.example.com' }));
    }),
  );
}

/**
 * `https://host` and a port at most. All below a host is meant only where the host is itself below its owner's domain, as with
 * `https://*.js.example.com`: the services that need it spread over numbered hosts.
 */
function isOrigin(source: string): boolean {
  const [, below, host] = /^https:\/\/(\*\.)?([a-z0-9.-]+)(?::\d{1,5})?$/.exec(source) ?? [];
  if (host === undefined) return false;
  const { domain, subdomain, isIcann, isIp } = parse(host);
  return isIp === false && isIcann === true && domain !== null && (below === undefined || subdomain !== '');
}
