import { createHash } from 'node:crypto';
import type { PageDetails } from '../contract.ts';
import { detailsOf } from './page-details.ts';

/** A page view as the pixel reports it, checked. */
export interface VisitInput {
  key: string;
  visitor: string;
  host: string;
  /** The page without its query string, which may hold anything. */
  url: string;
  /** Host the visitor came from, or empty. */
  referrer: string;
  /** MD5 (16 bytes) or SHA-256 (32 bytes) of the lower-case e-mail address, if the page knows it. */
  emailHash: Buffer | null;
  thankYou: boolean;
  details: PageDetails | null;
  /** The browser asks not to be sold or shared. */
  optedOut: boolean;
  /** What the served script was given, as it came back. */
  token: string;
  /** The same for the same visitor on the same page, query string, e-mail hash and event included. */
  fingerprint: bigint;
}

/** Somebody takes their consent back: what is known by the visitor's id is to be forgotten. */
export type WithdrawalInput = Pick<VisitInput, 'key' | 'visitor' | 'token'>;

export const MAX_BODY = 3072;
const KEY = /^[A-Za-z0-9_-]{16}$/;
const VISITOR = /^[A-Za-z0-9_-]{8,64}$/;
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Reads a beacon's text; null for anything that is neither exactly a page view nor a withdrawal. Never throws. */
export function readBeacon(text: string): VisitInput | WithdrawalInput | null {
  const body = parsed(text);
  if (!body) return null;
  const { k, v, s } = body;
  if (typeof k !== 'string' || !KEY.test(k) || typeof v !== 'string' || !VISITOR.test(v)) return null;
  const from: WithdrawalInput = { key: k, visitor: v, token: typeof s === 'string' ? s : '' };
  return body['o'] === 1 ? from : viewOf(body, from);
}

export const isView = (input: VisitInput | WithdrawalInput): input is VisitInput => 'url' in input;

function viewOf(body: Record<string, unknown>, from: WithdrawalInput): VisitInput | null {
  const { u, r, e } = body;
  if (typeof u !== 'string' || u.length > 1500) return null;
  if (!(r === undefined || (typeof r === 'string' && r.length <= 1500)) || !(e === undefined || typeof e === 'string')) return null;
  if (!isFlag(body['t']) || !isFlag(body['g'])) return null;
  const url = UNPRINTABLE.test(u) ? null : URL.parse(u);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const emailHash = e ? hashOf(e) : null;
  if (e && !emailHash) return null;
  const details = detailsOf(url, body['n'], body['x']);
  return {
    ...from,
    host: url.hostname.replace(/\.$/, ''),
    url: (url.origin + url.pathname + (url.hash.startsWith('#/') || url.hash.startsWith('#!') ? url.hash.split('?')[0] : '')).slice(
      0,
      1000,
    ),
    referrer: (r && URL.parse(r)?.hostname.slice(0, 253)) || '',
    emailHash,
    thankYou: Boolean(body['t']),
    details,
    optedOut: Boolean(body['g']),
    fingerprint: createHash('sha1')
      .update(`${from.key}\n${from.visitor}\n${u}\n${e ?? ''}${details?.event ? `\n${JSON.stringify(details.event)}` : ''}`)
      .digest()
      .readBigInt64LE(),
  };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const isFlag = (value: unknown): boolean => value === undefined || value === 0 || value === 1 || typeof value === 'boolean';

/** A hash as it came, or that of a plain address, which goes no further than this function. */
function hashOf(e: string): Buffer | null {
  const text = e.trim().toLowerCase();
  if (HASH.test(text)) return Buffer.from(text, 'hex');
  if (text.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return null;
  return createHash('sha256').update(text).digest();
}
