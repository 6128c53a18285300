/** The parts of Knex that it does not declare, as far as `scoped-client.ts` builds on them. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';
  export default class PgClient extends Knex.Client {
    transaction(container: unknown, config?: object, outer?: unknown): any;
    queryCompiler(builder: unknown, bindings: unknown): unknown;
    parameter(value: unknown, builder: unknown, bindings: unknown): string;
    _query(connection: unknown, query: object): Promise<unknown>;
  }
}
declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  export default class PgTransaction {
    constructor(client: unknown, container: unknown, config?: object, outer?: unknown);
    readonly trxClient: { query(connection: unknown, sql: string | { sql: string; options?: Record<string, unknown> }): Promise<unknown> };
    _completed: boolean;
    _resolver(value: unknown): void;
    _rejecter(error: unknown): void;
    begin(connection: unknown): Promise<unknown>;
    commit(connection: unknown, value?: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  }
}
declare module 'knex/lib/dialects/postgres/query/pg-querycompiler.js' {
  export interface WhereIn {
    column: unknown;
    value: unknown;
    not?: boolean;
  }
  export default class PgQueryCompiler {
    constructor(client: unknown, builder: unknown, bindings: unknown);
    readonly client: { parameter(value: unknown, builder: unknown, bindings: unknown): string };
    readonly builder: unknown;
    readonly bindingsHolder: unknown;
    _columnClause(statement: WhereIn): string;
    whereIn(statement: WhereIn): string;
    readonly single: { limit?: unknown; skipBinding?: { limit?: boolean } };
    limit(): string;
  }
}
