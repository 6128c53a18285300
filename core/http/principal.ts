import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { NO_RIGHTS, NOBODY, type Principal } from '../access/principal.ts';
import type { Session } from '../access/session.ts';
import { isLocale } from '../i18n/catalogue.ts';
import type { Locale } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import type { Hosts } from './hosts.ts';
import { takeTicket } from './tickets.ts';

const ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** The caller of a request. A token that is unknown, ended or malformed makes nobody of them, never somebody. */
export async function principalOf(
  kernel: Kernel,
  hosts: Hosts,
  request: IncomingMessage,
): Promise<{ principal: Principal; session: Session | null; token: string | null; byTicket: boolean }> {
  const host = await hosts.find(request.headers.host);
  const ticket = await takeTicket(kernel.platform, request);
  const token = ticket ? null : bearer(request);
  const session = ticket ? await kernel.sessions.byId(ticket.sessionId) : token ? await kernel.sessions.find(token) : null;
  // On an agency's host only its own people have a session; elsewhere the same token is nobody's.
  const welcome =
    session &&
    (host.id === 0 || session.tenant.rootId === host.rootId) &&
    (host.kind !== 'agency' || session.tenant.agencyId === host.id || session.actor.isSystemUser || session.viewedBy !== null);
  const at = welcome ? session : null;
  const principal: Principal = {
    actor: at?.actor ?? NOBODY,
    tenant: at?.tenant ?? host,
    host,
    rights: at ? at.rights : NO_RIGHTS,
    viewedBy: at?.viewedBy ?? null,
    session: at?.state ?? null,
    program: at?.program ?? null,
    locale: ticket?.locale ?? localeOf(request),
    timezone: ticket?.timezone ?? zoneOf(request),
    ip: clientIp(request, kernel.config.trustedHops),
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: randomUUID(),
    trail: { rows: 0 },
  };
  return { principal, session: at, token, byTicket: ticket !== null };
}

export function bearer(request: IncomingMessage): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(request.headers.authorization ?? '');
  return match ? match[1]! : null;
}

function localeOf(request: IncomingMessage): Locale {
  const first = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return isLocale(first) ? first : 'en';
}

/** The zone header is a claim; only names that exist are believed. */
export function zoneOf(request: IncomingMessage): string {
  const claimed = request.headers['x-timezone'];
  return (typeof claimed === 'string' && knownZone(claimed)) || 'America/Chicago';
}

/** The zone under the name that this engine lists it by: browsers still send older and newer names of the same one. */
function knownZone(claimed: string): string | null {
  if (ZONES.has(claimed)) return claimed;
  if (!/^[A-Za-z_]{1,20}(?:\/[A-Za-z_+-]{1,30}){1,2}$/.test(claimed)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: claimed }).resolvedOptions();
    return ZONES.has(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** The address as the outermost trusted proxy saw it; headers beyond the trusted hops are not believed. */
export function clientIp(request: IncomingMessage, trustedHops: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedHops === 0) return plain(direct);
  const header = request.headers['x-forwarded-for'];
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .slice(-2000)
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean);
  return plain(chain.at(-trustedHops) ?? direct);
}

const plain = (address: string): string => address.replace(/^::ffff:/, '').slice(0, 45);
