import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import { hashOf, newToken } from '../access/session.ts';
import type { Locale } from '../contract.ts';

const SECONDS = 60;

/** What a used ticket stands for. */
export interface TicketUse {
  sessionId: string;
  locale: Locale;
  timezone: string;
}

/** Makes a ticket for one file, to be used once within a minute. Answers the address to open. */
export async function issueTicket(
  platform: Knex,
  use: TicketUse & {
    /** Path and query below the host. */ path: string;
  },
): Promise<string> {
  const ticket = newToken();
  await platform.raw(`delete from core_ticket where expires_at < now()`);
  await platform.raw(
    `insert into core_ticket (hash, session_id, path, locale, timezone, expires_at) values (?, ?, ?, ?, ?, now() + make_interval(secs => ${SECONDS}))`,
    [hashOf(ticket), use.sessionId, use.path, use.locale, use.timezone],
  );
  return `${use.path}${use.path.includes('?') ? '&' : '?'}ticket=${ticket}`;
}

/** Takes a ticket out of the request's address and uses it up: of many that come with the same one, a single one gets in. */
export async function takeTicket(platform: Knex, request: IncomingMessage): Promise<TicketUse | null> {
  const match = /^(\/api\/[^#]*?)[?&]ticket=([A-Za-z0-9_-]{43})$/.exec(request.url ?? '');
  if (!match || request.method !== 'GET') return null;
  const [, path, ticket] = match as unknown as [string, string, string];
  const { rows } = (await platform.raw(
    `delete from core_ticket where hash = ? and path = ? and expires_at > now()
     returning session_id as "sessionId", locale, timezone`,
    [hashOf(ticket), path],
  )) as { rows: TicketUse[] };
  request.url = path;
  return rows[0] ?? null;
}
