import type { Context } from 'koa';
import { expect, test } from 'vitest';
import type { Kernel } from '../kernel.ts';
import { deviceOf, giveDevice } from './device-cookie.ts';

const kernelAt = (publicOrigin: string): Kernel =>
  ({ config: { publicOrigin }, secrets: { key: () => Buffer.alloc(32, 1) } }) as unknown as Kernel;

/** What a browser is given at an origin, and who it is taken for when it brings that under a name. */
function visit(origin: string): { given: string; value: string; idBy: (name: string) => string | null } {
  const kernel = kernelAt(origin);
  const given: string[] = [];
  const { id } = deviceOf(kernel, { cookies: { get: () => undefined } } as unknown as Context);
  giveDevice(kernel, { append: (_name: string, value: string) => given.push(value) } as unknown as Context, id);
  const value = /=([^;]+)/.exec(given[0]!)![1]!;
  const idBy = (name: string): string | null => {
    const known = deviceOf(kernel, { cookies: { get: (asked: string) => (asked === name ? value : undefined) } } as unknown as Context);
    return known.isNew ? null : known.id === id ? 'same' : 'other';
  };
  return { given: given[0]!, value, idBy };
}

test('with https the cookie is bound to the host, read by no script and sent along by no other site', () => {
  const { given, value, idBy } = visit('https://app.example');
  expect(given).toBe(`__Host-device=${value}; Max-Age=34560000; HttpOnly; SameSite=Strict; Path=/; Secure`);
  // One that a neighbour below the same domain set has another name.
  expect([idBy('__Host-device'), idBy('device')]).toEqual(['same', null]);
});

test('without https, as on a developer’s machine, it goes to the calls alone', () => {
  const { given, value, idBy } = visit('http://localhost:3000');
  expect(given).toBe(`device=${value}; Max-Age=34560000; HttpOnly; SameSite=Strict; Path=/api`);
  expect(idBy('device')).toBe('same');
});
