import { createMongoAbility, subject, type MongoAbility, type RawRuleOf } from '@casl/ability';
import { unpackRules, type PackRule } from '@casl/ability/extra';
import { fieldOf, type Row } from './bindings.ts';

/** The rules of the bootstrap as an ability. */
export const abilityFrom = (rules: unknown[]): MongoAbility =>
  createMongoAbility(unpackRules(rules as PackRule<RawRuleOf<MongoAbility>>[]));

/**
 * Whether the rules let `action` be done to a row. A rule about fields that the row does not carry cannot be judged here,
 * so it counts as met: the server has the last word in any case.
 */
export function allowsRow(ability: MongoAbility, [action, type]: readonly [string, string], row: Row | null): boolean {
  const rules = ability.rulesFor(action, type);
  const judged =
    row !== null && rules.every((rule) => Object.keys(rule.conditions ?? {}).every((field) => fieldOf(row, field) !== undefined));
  return judged ? ability.can(action, subject(type, { ...row })) : ability.can(action, type);
}
