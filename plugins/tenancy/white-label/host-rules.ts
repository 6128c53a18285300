import { getDomain, getPublicSuffix, parse } from 'tldts';

/** Alphanumeric with inner hyphens, up to 63 characters. */
export const SUBDOMAIN_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Labels that belong to the platform or would mislead visitors. */
const PLATFORM_LABELS =
  'admin administrator api app assets auth billing blog cdn collect dev dns docs embed ftp help internal localhost login pixel root security sso staging static status support system test www';
/** Labels by which mail programs and certificate makers recognise a domain's own services. */
const SERVICE_LABELS = 'autoconfig autodiscover imap localhost mail mta-sts mx ns1 ns2 pop pop3 postmaster smtp webmail wpad';

const RESERVED_SUBDOMAINS = new Set(`${PLATFORM_LABELS} ${SERVICE_LABELS}`.split(' '));
const RESERVED_FIRST_LABELS = new Set(SERVICE_LABELS.split(' '));
/** Endings that no name on the public internet has. */
const PRIVATE_ENDINGS = /\.(localhost|local|internal|test|invalid|onion|arpa|lan|home|corp|intranet)$/;

export type HostFault = 'malformed' | 'reserved' | 'foreign-letters' | 'platform';

/** Why a label cannot be a subdomain, or null. Punycode may look like somebody else's name. */
export function subdomainFault(label: string): HostFault | null {
  if (!SUBDOMAIN_PATTERN.test(label)) return 'malformed';
  return RESERVED_SUBDOMAINS.has(label) || label.startsWith('xn--') ? 'reserved' : null;
}

/** Why a name cannot be a company's own domain, or null. `platformHosts` and everything below them is given out as subdomains. */
export function domainFault(host: string, platformHosts: readonly string[]): HostFault | null {
  const labels = host.split('.');
  if (host.length > 253 || labels.length < 2 || !labels.every((label) => SUBDOMAIN_PATTERN.test(label))) return 'malformed';
  if (/^[0-9]+$/.test(labels.at(-1)!)) return 'malformed';
  if (labels.some((label) => label.startsWith('xn--'))) return 'foreign-letters';
  if (PRIVATE_ENDINGS.test(host) || RESERVED_FIRST_LABELS.has(labels[0]!)) return 'reserved';
  return platformHosts.some((own) => host === own || host.endsWith(`.${own}`)) ? 'platform' : null;
}

/** What was typed as a bare host name: a pasted address loses its scheme, path and trailing dot. */
export const tidyHost = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '');

/** Signs that look like others at a glance, and the one that stands for all of them. */
const LOOKALIKES: [signs: RegExp, one: string][] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1il|]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/3/g, 'e'],
  [/[-_.]/g, ''],
];
/** What a name looks like: names of the same look can be taken for each other. */
const lookOf = (label: string): string => LOOKALIKES.reduce((look, [signs, one]) => look.replace(signs, one), label.toLowerCase());

/** Labels of fewer letters say nothing. */
const SHORTEST_NAME = 3;
/** The parts of a subdomain or domain that people may read as a company's name. */
const namesIn = (host: string): string[] =>
  host.includes('.')
    ? host
        .slice(0, -(getPublicSuffix(host)?.length ?? 0) - 1)
        .split('.')
        .filter((label) => label.length >= SHORTEST_NAME)
    : [host];

/**
 * Whether people can take `wanted` for a host of another company. That company goes by the registered name of its own domain, or by its label
 * below the platform's. Further names below one registered domain imitate nobody: only its owner can prove them.
 */
export function imitates(wanted: string, other: { host: string; is_custom: boolean }): boolean {
  const { domain, domainWithoutSuffix } = parse(other.host);
  if (other.is_custom && domain !== null && getDomain(wanted) === domain) return false;
  const name = other.is_custom ? domainWithoutSuffix : other.host.split('.')[0];
  return !!name && namesIn(wanted).some((own) => lookOf(own) === lookOf(name));
}
