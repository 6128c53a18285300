/** The parts of Knex that it does not declare, as far as `scoped-client.ts` builds on them. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';
  export default class PgClient extends Knex.Client {
    transaction(container: unknown, config?: object, outer?: unknown): any;
  }
}
declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  export default class PgTransaction {
    constructor(client: unknown, container: unknown, config?: object, outer?: unknown);
    begin(connection: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  }
}
