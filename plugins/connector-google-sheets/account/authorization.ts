import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a person began, carried by Google there and back: nothing of it is stored, and nobody else can finish it. */
export interface Authorization {
  companyId: number;
  /** A hash of the session that began it. */
  session: string;
  /** Under which the company reaches the product; Google knows one address for all of them. */
  origin: string;
  nonce: string;
  /** Milliseconds since the epoch. */
  until: number;
}

/** Minutes in which somebody must have chosen their Google account. */
const MINUTES = 10;
export const STATE_KEY = 'connector-google-sheets.state';

const encode = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const macOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const hashOf = (text: string): string => encode(createHash('sha256').update(text).digest());

/** Begins an authorization; answers the state that Google carries. */
export function begun(key: Buffer, from: { companyId: number; sessionId: string; origin: string; now: number }): string {
  const { companyId, sessionId, origin, now } = from;
  const body: Authorization = {
    companyId,
    session: hashOf(sessionId),
    origin,
    nonce: encode(randomBytes(24)),
    until: now + MINUTES * 60_000,
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
