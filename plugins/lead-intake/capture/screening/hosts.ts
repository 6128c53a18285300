import type { IncomingHttpHeaders } from 'node:http';

/** Whether a host is one of those named; `*.shop.example` names all below it. */
export const isAllowed = (allowed: readonly string[], host: string): boolean =>
  allowed.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name));

/** The host that the browser says a request comes from; empty where it says none, which no page's script can bring about. */
export function senderOf(headers: IncomingHttpHeaders): string {
  const { origin, referer } = headers;
  return hostOf(origin && origin !== 'null' ? origin : referer);
}

export const hostOf = (url: string | undefined): string => (url && URL.parse(url)?.hostname.replace(/\.$/, '')) || '';

/**
 * The host for whose sake a page view is refused, or null where all is well: sender and page must be one host, and that one must be
 * among the campaign's.
 */
export function refusedHost(allowed: readonly string[], headers: IncomingHttpHeaders, pageHost: string): string | null {
  const sender = senderOf(headers);
  if (!isAllowed(allowed, sender)) return sender;
  return sender === pageHost ? null : pageHost;
}
