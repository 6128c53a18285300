import { describe, expect, test } from 'vitest';
import type { Manifest } from '../contract.ts';
import { orderPlugins } from './order.ts';

const m = (id: string, requires: Record<string, string> = {}, more: Partial<Manifest> = {}): Manifest => ({
  id,
  version: '1.2.0',
  core: '^1',
  level: 'platform',
  requires,
  ...more,
});

describe('the order of plugins', () => {
  test('is by name, but what is required comes first, whatever the order given', () => {
    expect(orderPlugins([m('c'), m('b'), m('a', { c: '^1' })]).order).toEqual(['c', 'a', 'b']);
    expect(orderPlugins([m('a', { c: '^1' }), m('c'), m('b')]).order).toEqual(['c', 'a', 'b']);
  });

  test('a plugin that many need comes once', () => {
    expect(orderPlugins([m('x', { base: '*' }), m('y', { base: '*' }), m('base')]).order).toEqual(['base', 'x', 'y']);
  });

  test.for([
    ['a missing one', [m('a', { gone: '^1' })], { a: 'needs gone, which is not installed' }],
    ['one too old', [m('a', { b: '^2' }), m('b')], { a: 'needs b ^2, found 1.2.0' }],
    ['another core', [m('a', {}, { core: '^2' })], { a: 'is written for core ^2, this is 1.0.0' }],
    [
      'one that fails itself',
      [m('a', { b: '*' }), m('b', { gone: '*' })],
      { b: 'needs gone, which is not installed', a: 'needs b, which failed' },
    ],
    ['itself', [m('a', { a: '*' })], { a: 'requires itself: a -> a' }],
  ] as const)('needing %s is a failure with its reason', ([, manifests, failed]) => {
    expect(Object.fromEntries(orderPlugins(manifests).failed)).toEqual(failed);
  });

  test('a circle fails with its path, and whoever needs it fails too; others stay', () => {
    const { failed } = orderPlugins([m('out', { a: '*' }), m('a', { b: '*' }), m('b', { c: '*' }), m('c', { a: '*' }), m('free')]);
    expect(failed.get('b')).toBe('requires itself: a -> b -> c -> a');
    expect([...failed.keys()].sort()).toEqual(['a', 'b', 'c', 'out']);
  });
});
