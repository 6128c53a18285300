import { Model, type QueryBuilder } from 'objection';

/**
 * A row of a plugin's table as an Objection model, for tables with relations and those that calls create, read, update and delete one by one.
 * Its columns are declared (`declare name: string`) and never given values, which would become columns of every insert; `bigint` arrives as text.
 */
export abstract class Entity extends Model {
  /** The subject that abilities name it by. */
  static subject: string;
}
export type EntityClass<M extends Entity> = (new () => M) & Pick<typeof Entity, keyof typeof Entity>;
/** A query for rows of an entity. */
export type EntityQuery<M extends Entity> = QueryBuilder<M, M[]>;
