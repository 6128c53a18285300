import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RawRouteDef } from '../../../../core/contract.ts';

/** What a person began, carried by the other system there and back: nobody else can finish it. */
export interface Authorization {
  companyId: number;
  /** A hash of the session that began it. */
  session: string;
  /** Under which the company reaches the product; the other system knows one address for all of them. */
  origin: string;
  /** What it is about, if something of it was stored. */
  about: string;
  nonce: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Minutes in which somebody must have signed in there. */
export const AUTHORIZATION_MINUTES = 10;

const encode = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const macOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hashOf = (text: string): string => encode(createHash('sha256').update(text).digest());

/** Begins an authorization; answers the state that the other system carries. */
export function begun(key: Buffer, from: { companyId: number; sessionId: string; origin: string; about?: string; now: number }): string {
  const { companyId, sessionId, origin, about = '', now } = from;
  const body: Authorization = {
    companyId,
    session: hashOf(sessionId),
    origin,
    about,
    nonce: encode(randomBytes(24)),
    until: now + AUTHORIZATION_MINUTES * 60_000,
  };
  const text = encode(JSON.stringify(body));
  return `${text}.${encode(macOf(key, text))}`;
}

/** Reads a state that this installation made and that is not over; null for any other text. */
export function readState(key: Buffer, state: string, now: number): Authorization | null {
  const [text = '', mac = ''] = state.split('.', 2);
  const [given, right] = [Buffer.from(mac, 'base64url'), macOf(key, text)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const body = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Authorization;
  return body.until > now ? body : null;
}

export const isOfSession = (authorization: Authorization, companyId: number, sessionId: string): boolean =>
  authorization.companyId === companyId && authorization.session === hashOf(sessionId);

/** The secret half of PKCE (RFC 7636): follows from the state and the installation's key, so it is kept nowhere. */
export const verifierOf = (key: Buffer, state: string): string => encode(macOf(key, `verifier ${state}`));
export const challengeOf = (verifier: string): string => hashOf(verifier);

const LONGEST = 2_000;

/**
 * The one address to which another system sends every browser back; the state says under which of our addresses its session is. Only a state that
 * this installation signed leads anywhere, so nobody can make it lead elsewhere. `finish` is the page for whoever said yes there, `back` for
 * whoever said no.
 */
export const callbackRoute = (at: { path: string; key: string; finish: string; back: string; why: string }): RawRouteDef => ({
  method: 'GET',
  path: at.path,
  role: 'web',
  why: at.why,
  ownLimits: true,
  spends: [],
  limits: 'nothing is looked up: the state is checked by its signature',
  handle(kernel, request, response) {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const [state = '', code = ''] = ['state', 'code'].map((name) => (query.get(name) ?? '').slice(0, LONGEST));
    const authorization = readState(kernel.key(at.key), state, Date.now());
    const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
    if (!authorization)
      return void response.writeHead(400, { ...headers, 'content-type': 'text/plain' }).end('This link is no longer valid.');
    const path = code ? `${at.finish}?${new URLSearchParams({ code, state }).toString()}` : at.back;
    response.writeHead(302, { ...headers, location: `${authorization.origin}${path}` }).end();
  },
});
