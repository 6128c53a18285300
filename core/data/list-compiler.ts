/* oxlint-disable no-underscore-dangle -- the names are Knex's */
import PgQueryCompiler, { type WhereIn } from 'knex/lib/dialects/postgres/query/pg-querycompiler.js';

/**
 * Sends the values of `whereIn` as one array: `= any(?)` in place of a placeholder for each. Of ten thousand ids the driver makes one parameter, and
 * the text of a statement is the same however many there are, so that its plan can be reused.
 */
export class ListCompiler extends PgQueryCompiler {
  override whereIn(statement: WhereIn): string {
    const { column, value, not } = statement;
    // Several columns at once, a subquery, and values that are SQL themselves stand as Knex writes them.
    if (Array.isArray(column) || !Array.isArray(value) || !value.every(isPlain)) return super.whereIn(statement);
    const list = this.client.parameter(value, this.builder, this.bindingsHolder);
    return `${this._columnClause(statement)} ${not ? '<> all' : '= any'}(${list})`;
  }
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
