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

  /**
   * With `skipBinding` the number stands in the text where it is the size of a page that tables offer: a plan that is made for any values knows then how few
   * rows are wanted, and does not sort all that a company has. Right for what walks an index whatever the values are.
   */
  override limit(): string {
    const { limit, skipBinding } = this.single;
    if (skipBinding?.limit !== true) return super.limit();
    return `limit ${SIZES.has(limit) ? String(limit) : this.client.parameter(limit, this.builder, this.bindingsHolder)}`;
  }
}

/** Few, for each is a text of its own. */
const SIZES: ReadonlySet<unknown> = new Set([10, 25, 50, 100]);
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
