import { createHash } from 'node:crypto';
import { maskedAddress } from '../../foundation/privacy/shared.ts';

/** One line of an exclusion list in the form it is stored in. */
export interface Excluded {
  kind: 'md5' | 'sha256';
  hash: Buffer;
  /** Empty when only a hash was given. */
  masked: string;
}

const EMAIL = /^[^\s@,;"\p{C}]{1,64}@[^\s@,;"\p{C}]{1,185}\.[^\s@.,;"\p{C}]{2,63}$/u;
const MD5 = /^[0-9a-f]{32}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Trimmed and in lower case, nothing else: dots and plus tags are part of the address. */
export const normalised = (text: string): string => text.trim().toLowerCase();

/** Reads an e-mail address, an MD5 or a SHA-256 hash; null for anything else. The address itself is not kept. */
export function readExcluded(text: string): Excluded | null {
  const value = normalised(text);
  if (MD5.test(value)) return { kind: 'md5', hash: Buffer.from(value, 'hex'), masked: '' };
  if (SHA256.test(value)) return { kind: 'sha256', hash: Buffer.from(value, 'hex'), masked: '' };
  if (value.length > 254 || !EMAIL.test(value)) return null;
  return { kind: 'sha256', hash: hashOf('sha256', value), masked: maskedAddress(value) };
}

/** Every hash under which what was typed may stand on a list; empty when it is neither an address nor a hash. */
export function hashesOf(text: string): Buffer[] {
  const read = readExcluded(text);
  if (!read) return [];
  return read.masked ? [read.hash, hashOf('md5', normalised(text))] : [read.hash];
}

const hashOf = (algorithm: 'md5' | 'sha256', text: string): Buffer => createHash(algorithm).update(text).digest();
