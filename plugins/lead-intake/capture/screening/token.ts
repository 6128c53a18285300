import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BEACONS_PER_TOKEN } from './limits.ts';
import { networksOf } from './networks.ts';

/** Purpose of the installation's key under which tokens are signed. */
export const TOKEN_KEY = 'capture beacon token';
const HOUR_MS = 3_600_000;
/** Tokens remembered in memory for each hour; beyond that they are checked each time and not counted. */
const MOST_KNOWN = 200_000;
const [HOUR_BYTES, NET_BYTES, NONCE_BYTES, MAC_BYTES] = [4, 6, 6, 12];
const SIGNED_BYTES = HOUR_BYTES + NET_BYTES + NONCE_BYTES;
const TOKEN = /^[A-Za-z0-9_-]{38}$/;

/** `stale`: truly ours, but of another hour or network; its script may ask for a fresh one. */
export type TokenState = 'good' | 'stale' | 'forged' | 'missing' | 'overused';

interface Known {
  hour: number;
  key: string;
  network: string;
  uses: number;
}

/**
 * Short texts that the served script carries, each for one campaign, hour and client network. They prove that a page view comes from
 * where a script was fetched a short while ago; the current and the previous hour count.
 */
export class BeaconTokens {
  readonly #secret: Buffer;
  #known = new Map<string, Known>();
  #knownSince = 0;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  issue(key: string, ip: string, at: number): string {
    const signed = Buffer.alloc(SIGNED_BYTES);
    signed.writeUInt32BE(Math.floor(at / HOUR_MS));
    this.#networkTag(networksOf(ip).network).copy(signed, HOUR_BYTES);
    randomBytes(NONCE_BYTES).copy(signed, HOUR_BYTES + NET_BYTES);
    return Buffer.concat([signed, this.#mac(key, signed)]).toString('base64url');
  }

  /** Checks a token and counts its use. Each is computed once and remembered. */
  check(token: unknown, key: string, ip: string, at: number): TokenState {
    if (typeof token !== 'string' || token === '') return 'missing';
    if (!TOKEN.test(token)) return 'forged';
    const hour = Math.floor(at / HOUR_MS);
    if (hour !== this.#knownSince) this.#forgetOld(hour);
    let known = this.#known.get(token);
    if (!known) {
      const read = this.#read(token, key);
      if (!read) return 'forged';
      known = read;
      if (this.#known.size < MOST_KNOWN) this.#known.set(token, known);
    }
    if (known.key !== key) return 'forged';
    if (hour - known.hour > 1 || hour < known.hour) return 'stale';
    if (known.network !== this.#networkTag(networksOf(ip).network).toString('latin1')) return 'stale';
    known.uses += 1;
    return known.uses > BEACONS_PER_TOKEN ? 'overused' : 'good';
  }

  #read(token: string, key: string): Known | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== SIGNED_BYTES + MAC_BYTES) return null;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), this.#mac(key, signed))) return null;
    return {
      hour: signed.readUInt32BE(),
      network: signed.toString('latin1', HOUR_BYTES, HOUR_BYTES + NET_BYTES),
      key,
      uses: 0,
    };
  }

  #forgetOld(hour: number): void {
    for (const [token, known] of this.#known) if (hour - known.hour > 1) this.#known.delete(token);
    this.#knownSince = hour;
  }

  #mac(key: string, signed: Buffer): Buffer {
    return createHmac('sha256', this.#secret).update(key).update(signed).digest().subarray(0, MAC_BYTES);
  }

  readonly #tags = new Map<string, Buffer>();
  /** A network as a token names it; the same few come again and again. */
  #networkTag(network: string): Buffer {
    let tag = this.#tags.get(network);
    if (!tag) {
      if (this.#tags.size >= 50_000) this.#tags.clear();
      tag = createHmac('sha256', this.#secret).update(`network ${network}`).digest().subarray(0, NET_BYTES);
      this.#tags.set(network, tag);
    }
    return tag;
  }
}
