import { expect, it } from 'vitest';
import { registerView, viewOf } from './registry.ts';

it('knows the views that were registered, and no others', () => {
  const load = async () => ({ default: () => null });
  registerView('test.map', load);
  expect(viewOf('test.map')).toBe(load);
  expect(viewOf('unknown')).toBeUndefined();
  expect(viewOf('constructor')).toBeUndefined();
  expect(() => registerView('test.map', load)).toThrow(/registered already/);
});
