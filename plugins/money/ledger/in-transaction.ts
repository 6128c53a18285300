import type { Knex } from 'knex';

/** Runs a step in a transaction of its own. */
export type InTransaction = <R>(step: (db: Knex) => Promise<R>) => Promise<R>;
