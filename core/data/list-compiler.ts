/* oxlint-disable no-underscore-dangle -- the names are Knex's */
import PgQueryCompiler, { type WhereIn } from 'knex/lib/dialects/postgres/query/pg-querycompiler.js';

/**
 * Writes SQL whose text is the same again and again, so that its plan can be reused, and whose plan is right for any values.
 *
 * The values of `whereIn` are one array: `= any(?)` in place of a placeholder for each. Of ten thousand ids the driver makes one parameter.
 */
export class ListCompiler extends PgQueryCompiler {
  override whereIn(statement: WhereIn): string {
    const { column, value, not } = statement;
    // Several columns at once, a subquery, and values that are SQL themselves stand as Knex writes them.
    if (Array.isArray(column) || !Array.isArray(value) || !value.every(isPlain)) return super.whereIn(statement);
    const list = this.client.parameter(value, this.builder, this.bindingsHolder);
    return `${this._columnClause(statement)} ${not ? '<> all' : '= any'}(${list})`;
  }

  /** A plan that is made for any values still has to know how few rows are wanted, or it sorts all that a company has. */
  override limit(): string {
    const { limit } = this.single;
    return USUAL.has(limit) ? `limit ${String(limit)}` : super.limit();
  }
}

/** One row, and the sizes of a page that tables offer: few, for each is a text of its own. */
const USUAL: ReadonlySet<unknown> = new Set([1, 10, 25, 50, 100]);
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
