import type { Pool } from 'pg';

/** One statement's part in what was measured. */
export interface Spent {
  text: string;
  calls: number;
  milliseconds: number;
}

/** What must be set when the server starts, for its statements to be counted. */
export const COUNTED = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': 20_000 };

/** Begin, commit and the scope cost a call as well, but ask nothing. */
const ASKS_NOTHING = String.raw`^\s*(begin|commit|rollback|set|select set_config|savepoint|release)\M`;

/** What the product asks of its database. What `owner` asks itself, being somebody else there, is not counted. */
export class Statements {
  readonly #owner: Pool;
  private constructor(owner: Pool) {
    this.#owner = owner;
  }

  static async over(owner: Pool): Promise<Statements> {
    await owner.query('create extension if not exists pg_stat_statements');
    return new Statements(owner);
  }

  async reset(): Promise<void> {
    await this.#owner.query('select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)');
  }

  /** Since the last reset, the costliest first. */
  async read(): Promise<Spent[]> {
    const { rows } = await this.#owner.query<Spent>(
      `select query as text, sum(calls)::int as calls, sum(total_exec_time)::float as milliseconds from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database()) and userid <> current_user::regrole and query !~* $1
       group by query order by milliseconds desc`,
      [ASKS_NOTHING],
    );
    return rows;
  }
}

export const callsOf = (spent: readonly Spent[]): number => spent.reduce((sum, { calls }) => sum + calls, 0);
export const timeOf = (spent: readonly Spent[]): number => spent.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
