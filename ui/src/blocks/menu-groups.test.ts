import { expect, test } from 'vitest';
import type { WireAction } from '../../../core/contract/wire.ts';
import { menuGroups } from './menu-groups.ts';

const action = (id: string, group?: string, emphasis?: 'danger') =>
  ({ id, title: id, ...(group ? { group } : {}), ...(emphasis ? { emphasis } : {}) }) as WireAction;
const shown = (actions: WireAction[]) => menuGroups(actions).map(({ heading, actions: of }) => [heading, of.map(({ id }) => id).join(' ')]);

test('a short menu has no headings, and what takes away is parted from the rest', () => {
  expect(shown([action('remove', undefined, 'danger'), action('pay', 'Money'), action('edit')])).toEqual([
    [null, 'pay edit'],
    [null, 'remove'],
  ]);
});

test('a long one has its groups together where the first of each comes in', () => {
  const many = [
    action('pay', 'Money'),
    action('switch', 'Access'),
    action('remove', undefined, 'danger'),
    action('edit'),
    action('price', 'Money'),
    action('log', 'Access'),
    action('reset', 'Access', 'danger'),
  ];
  expect(shown(many)).toEqual([
    [null, 'edit'],
    ['Money', 'pay price'],
    ['Access', 'switch log'],
    [null, 'remove reset'],
  ]);
});

test('nothing makes no menu', () => expect(menuGroups([])).toEqual([]));
