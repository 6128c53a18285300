import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import { packRules } from '@casl/ability/extra';
import { expect, it } from 'vitest';
import { abilityFrom, allowsRow } from './ability.ts';

const { can, cannot, rules } = new AbilityBuilder(createMongoAbility);
can('update', 'Account', { id: 7 });
can('stop', 'Campaign');
cannot('stop', 'Campaign', { status: 'done' });
const ability = abilityFrom(packRules(rules as Parameters<typeof packRules>[0]));

it('judges a row that carries what the rules are about', () => {
  expect(allowsRow(ability, ['update', 'Account'], { id: 7 })).toBe(true);
  expect(allowsRow(ability, ['update', 'Account'], { id: 8 })).toBe(false);
  expect(allowsRow(ability, ['stop', 'Campaign'], { status: 'active' })).toBe(true);
  expect(allowsRow(ability, ['stop', 'Campaign'], { status: 'done' })).toBe(false);
});

it('leaves to the server what a row does not show', () => {
  expect(allowsRow(ability, ['update', 'Account'], { name: 'somebody' })).toBe(true);
  expect(allowsRow(ability, ['update', 'Account'], null)).toBe(true);
  expect(allowsRow(ability, ['stop', 'Campaign'], { name: 'x' })).toBe(true);
});

it('forbids what no rule allows', () => {
  expect(allowsRow(ability, ['delete', 'Campaign'], { status: 'active' })).toBe(false);
});
