import type { ConnectorDef } from '../contract.ts';
import type { EgressGuard } from '../egress/egress.ts';

/** What the check needs of the process. */
export interface Outside {
  readonly egress: EgressGuard;
  /** `host:port` pairs let through although internal or not encrypted (development and tests). */
  readonly allow: readonly string[];
}

/**
 * The url a connector wants to call, if it may: https only, one of its own hosts or, for `*`, a host its tenant gave, and
 * nothing internal. Throws `core.problem.egress` (422) otherwise.
 */
export function checkedUrl(outside: Outside, connector: ConnectorDef, auth: Record<string, unknown>, text: string): URL {
  const url = outside.egress.check(text);
  if (outside.allow.includes(url.host)) return url;
  if (url.protocol !== 'https:') throw outside.egress.refuse(url.host, 'scheme');
  const open = connector.egress.some((host) => (host === '*' ? givenHosts(auth).includes(url.host) : opensHost(host, url.hostname)));
  if (!open) throw outside.egress.refuse(url.host, 'host');
  return url;
}

/** Whether an entry of `egress` opens a host by its name; `*` opens none, since it stands for what a company gives. */
export const opensHost = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** Hosts of the urls among what the tenant gave. */
const givenHosts = (auth: Record<string, unknown>): string[] =>
  Object.values(auth).flatMap((value) => (typeof value === 'string' && URL.canParse(value) ? [new URL(value).host] : []));
