import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RawKernel, RawRouteDef } from '../contract.ts';
import { networkOf } from './limits.ts';

/** Where browsers send what the page's policy refused. */
export const REPORTS = '/csp-report';
const MOST_BYTES = 32_768;
const MOST_A_MINUTE = 30;
/** Browsers send reports of one page together. */
const MOST_AT_ONCE = 20;
/** Different reports of a day; further kinds are not kept. */
const MOST_KINDS = 200;
const KEPT_DAYS = 30;
const WRITE_MS = 5_000;

/** One kind of violation: what was refused, where it came from, and on which page. Names nobody and holds no address in full. */
interface Violation {
  directive: string;
  blocked: string;
  page: string;
}

/**
 * Takes reports of browsers, which anybody can send and fill with anything: each network may send so many a minute, a few short words are kept
 * of each, and equal ones are one row with a number, written every few seconds at the most.
 */
export function policyReports(): RawRouteDef {
  const pace = new RateLimiterMemory({ points: MOST_A_MINUTE, duration: 60 });
  const tally = new Tally();
  return {
    method: 'POST',
    path: REPORTS,
    role: 'web',
    spends: ['rows'],
    limits: `${MOST_A_MINUTE} a minute for each address; ${MOST_KINDS} rows a day, kept for ${KEPT_DAYS} days`,
    why: 'browsers send these by themselves, with a content type of their own and without anybody behind them',
    async handle(kernel, request, response) {
      const isOver = await pace.consume(networkOf(kernel.clientIp(request))).then(
        () => false,
        () => true,
      );
      if (isOver) return void response.writeHead(429, { 'retry-after': '60', connection: 'close' }).end();
      const text = await bodyOf(request, response);
      if (text === null) return;
      const violations = violationsOf(text);
      if (violations === 'malformed') return void response.writeHead(400).end();
      for (const violation of violations) tally.add(kernel, violation);
      response.writeHead(204).end();
    },
  };
}

/** Counts in memory and writes now and then. */
class Tally {
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #knows = false;

  add(kernel: RawKernel, { directive, blocked, page }: Violation): void {
    const kind = JSON.stringify([directive, blocked, page]);
    const count = this.#counts.get(kind) ?? 0;
    if (count === 0 && this.#counts.size >= MOST_KINDS) return;
    this.#counts.set(kind, count + 1);
    if (!this.#knows) kernel.onStop(() => this.#write(kernel));
    this.#knows = true;
    this.#timer ??= setTimeout(() => void this.#write(kernel), WRITE_MS).unref();
  }

  async #write(kernel: RawKernel): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const counts = [...this.#counts].sort();
    this.#counts = new Map();
    if (counts.length === 0) return;
    const rows = counts.map(([kind, count]) => [...(JSON.parse(kind) as string[]), count]);
    await kernel.platform
      .raw(
        `with given as (select r ->> 0 as directive, r ->> 1 as blocked, r ->> 2 as page, (r ->> 3)::int as count from jsonb_array_elements(?) r),
         old as (delete from core_policy_report where day <= current_date - ?::int),
         told as (select g.*, exists (select from core_policy_report k
             where k.day = current_date and (k.directive, k.blocked, k.page) = (g.directive, g.blocked, g.page)) as is_known from given g)
         insert into core_policy_report as kept (directive, blocked, page, count)
           select directive, blocked, page, count from (select *, row_number() over (partition by is_known) as n from told) t
             where is_known or n <= ? - (select count(*) from core_policy_report where day = current_date)
           on conflict (day, directive, blocked, page) do update set count = kept.count + excluded.count, last_at = now()`,
        [JSON.stringify(rows), KEPT_DAYS, MOST_KINDS],
      )
      .catch((error: unknown) => kernel.log.warn({ error: String(error) }, 'reports of browsers not stored'));
  }
}

/** The body, or null when it was too long and is answered already. */
async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) {
      response.writeHead(413, { connection: 'close' }).end();
      return null;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * What is kept of the reports of one request, in either form of browsers: one by `report-uri`, several by `report-to`. Those that say nothing
 * of the product, such as what extensions of the browser cause and reports of other kinds, are left out.
 */
export function violationsOf(text: string): Violation[] | 'malformed' {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    return 'malformed';
  }
  const reports = Array.isArray(sent) ? sent.slice(0, MOST_AT_ONCE).flatMap(ofReportingApi) : [ofReportUri(sent)];
  const violations: Violation[] = [];
  for (const report of reports) {
    const directive = report.directive.split(' ')[0]!;
    if (!/^[a-z-]{3,40}$/.test(directive) || !URL.canParse(report.page)) return 'malformed';
    if ([report.blocked, report.source].some((uri) => /-extension:|^chrome|^moz|^safari/.test(uri))) continue;
    violations.push({ directive, blocked: sourceOf(report.blocked), page: pageOf(report.page) });
  }
  return violations;
}

type Report = Violation & { source: string };
const textIn = (node: unknown, name: string): string => {
  const value = (node as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

function ofReportUri(sent: unknown): Report {
  const report = (sent as { 'csp-report'?: unknown } | null)?.['csp-report'];
  return {
    directive: textIn(report, 'effective-directive') || textIn(report, 'violated-directive'),
    blocked: textIn(report, 'blocked-uri'),
    page: textIn(report, 'document-uri'),
    source: textIn(report, 'source-file'),
  };
}

function ofReportingApi(sent: unknown): Report[] {
  if (textIn(sent, 'type') !== 'csp-violation') return [];
  const { body } = sent as { body?: unknown };
  return [
    {
      directive: textIn(body, 'effectiveDirective'),
      blocked: textIn(body, 'blockedURL'),
      page: textIn(body, 'documentURL'),
      source: textIn(body, 'sourceFile'),
    },
  ];
}

/** The origin of an address; a word such as `inline` stays as it is. */
function sourceOf(uri: string): string {
  if (/^[a-z-]{0,30}$/.test(uri)) return uri;
  return URL.canParse(uri) ? (new URL(uri).host || new URL(uri).protocol).slice(0, 100) : '';
}

/** The path without what could be a name, a number or a secret. */
const pageOf = (uri: string): string =>
  new URL(uri).pathname
    .split('/')
    .slice(0, 6)
    .map((part) => (/^[a-z-]{0,30}$/.test(part) ? part : '*'))
    .join('/');
