import { rulesToAST } from '@casl/ability/extra';
import type { AppAbility, SubjectDef } from '../contract.ts';

/** CASL's condition tree, as `@ucast/core` shapes it. */
interface Node {
  operator: string;
  value: unknown;
  field?: string;
}
type Sql = [text: string, bindings: unknown[]];

/** Comparisons of numbers. In code an empty value stands below every number, so it does here. */
const COMPARE: Record<string, string> = {
  gt: '??.?? > ?',
  gte: '??.?? >= ?',
  lt: 'coalesce(??.?? < ?, true)',
  lte: 'coalesce(??.?? <= ?, true)',
};

/**
 * Narrows a query to the rows of `subject` that the ability allows for `action`: the same answer as `ability.can` on each row.
 * Throws on a condition it cannot express, so a rule is never silently wider in SQL than in code.
 */
export function accessibleBy<Q extends { whereRaw(sql: string, ...bindings: any[]): any }>(
  query: Q,
  ability: AppAbility,
  action: string,
  subject: string,
  def: SubjectDef,
): Q {
  const tree = rulesToAST(ability, action, subject) as Node | null;
  return (tree === null ? query.whereRaw('false') : query.whereRaw(...sqlOf(def, tree))) as Q;
}

function sqlOf(def: SubjectDef, node: Node): Sql {
  if (node.operator === 'and' || node.operator === 'or') return joined(def, node, node.operator);
  if (node.operator === 'not') {
    const [text, bindings] = joined(def, node, 'and');
    return [`(${text}) is not true`, bindings]; // NULL must not slip through NOT
  }
  // CASL reads an operator it does not know as a field name; only declared columns pass.
  if (node.field === undefined || !def.fields.includes(node.field))
    throw new Error(`ability condition on undeclared column ${def.table}.${node.field}`);
  const column = [def.table, node.field];
  if (node.operator === 'eq') return node.value === null ? ['??.?? is null', column] : ['??.?? = ?', [...column, node.value]];
  if (node.operator === 'ne')
    return node.value === null ? ['??.?? is not null', column] : ['??.?? is distinct from ?', [...column, node.value]];
  if (node.operator === 'in') return isIn(column, node.value as unknown[]);
  const compare = COMPARE[node.operator];
  if (compare && typeof node.value === 'number') return [compare, [...column, node.value]];
  throw new Error(`ability operator "${node.operator}" on ${def.table}.${node.field} has no SQL form`);
}

function isIn(column: string[], values: unknown[]): Sql {
  const given = values.filter((v) => v !== null);
  return given.length === values.length
    ? ['??.?? = any(?)', [...column, given]]
    : ['(??.?? = any(?) or ??.?? is null)', [...column, given, ...column]];
}

function joined(def: SubjectDef, node: Node, word: 'and' | 'or'): Sql {
  const children = node.value as Node[];
  if (children.length === 0) return [word === 'and' ? 'true' : 'false', []];
  const parts = children.map((child) => sqlOf(def, child));
  return [`(${parts.map((p) => p[0]).join(` ${word} `)})`, parts.flatMap((p) => p[1])];
}
