import PgTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PgClient from 'knex/lib/dialects/postgres/index.js';

/** How a transaction of these pools may begin, beside what Knex knows. */
export interface Opening {
  /** What is sent in place of a bare `begin`, and begins the transaction itself. */
  opening?: string;
}

/** Begins with a statement of the caller's: one message, so nothing can come between the beginning and the walls. */
class OpenedTransaction extends PgTransaction {
  readonly #opening: string | undefined;
  constructor(client: unknown, container: unknown, config?: Opening, outer?: unknown) {
    super(client, container, config, outer);
    this.#opening = config?.opening;
  }
  override begin(connection: unknown): Promise<unknown> {
    return this.#opening === undefined ? super.begin(connection) : this.query(connection, this.#opening);
  }
}

/** Knex's client for PostgreSQL whose transactions can begin within a scope. */
export class ScopedClient extends PgClient {
  override transaction(container: unknown, config?: Opening, outer?: unknown): OpenedTransaction {
    return new OpenedTransaction(this, container, config, outer);
  }
}
