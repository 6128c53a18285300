import { hash } from 'node:crypto';
import type { Entry, Posting } from './contract.ts';

/** The entries that move something. Throws for amounts that are not whole cents or do not sum to zero. */
export function movingEntries({ key, entries }: Posting): Entry[] {
  if (!entries.every(({ cents }) => Number.isSafeInteger(cents))) throw new RangeError(`posting ${key}: amounts are whole cents`);
  if (entries.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw new RangeError(`posting ${key} does not sum to zero`);
  return entries.filter(({ cents }) => cents !== 0);
}

/**
 * What a repeat under the same key must be equal to. Where an account may stand for another, the same content may have been paid from
 * either. Only the reference is free text; it stands last.
 */
export function contentHash(posting: Posting, entries: readonly Entry[]): string {
  const sides = entries.map(({ companyId, account, orElse, cents }) => `${companyId} ${orElse ?? account} ${cents}`).sort();
  const { code, companyId, costCenter = '', reference = '' } = posting;
  return hash('sha256', `${code}\n${companyId}\n${costCenter}\n${sides.join('\n')}\n\n${reference}`);
}
