import type { Knex } from 'knex';
import type { AnswersOf } from '../contract.ts';
import type { ScopedClient } from './scoped-client.ts';

const readsOf = (trx: Knex.Transaction) => (trx.client as ScopedClient).reads;

/** Asks in one statement what the parts ask at one moment, in a transaction that only reads; in any other they take turns. */
export async function sideBySide<const P extends readonly (() => Promise<unknown>)[]>(
  trx: Knex.Transaction,
  parts: P,
): Promise<AnswersOf<P>> {
  const reads = readsOf(trx);
  if (reads) return (await reads.sideBySide(() => Promise.all(parts.map((part) => part())))) as AnswersOf<P>;
  const done: unknown[] = [];
  for (const part of parts) done.push(await part());
  return done as AnswersOf<P>;
}

/**
 * Asks in one statement what a transaction that only reads is about to ask in many, which are then answered from what it knows. So whoever
 * asks need not know of it, and a statement too many or too few costs time and nothing else. In any other transaction it does nothing.
 */
export async function readAhead(trx: Knex.Transaction, rows: readonly PromiseLike<unknown>[]): Promise<void> {
  await readsOf(trx)?.sideBySide(() => Promise.all(rows));
}
