import { expect, test } from 'vitest';
import type { Ctx, Severity } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { bannersOf } from './banners.ts';

test('banners stand by gravity, red first, and in their own order among those of one severity', async () => {
  const banner = (id: string, severity: Severity) => ({ plugin: 'p', def: { id, order: 1, of: async () => ({ severity, text: id }) } });
  const kernel = {
    registry: { banners: [banner('a', 'info'), banner('b', 'warn'), banner('c', 'bad'), banner('d', 'warn'), banner('e', 'bad')] },
    features: { isOn: () => true },
  } as unknown as Kernel;
  const ctx = { actor: { kind: 'user' }, tenant: {} } as unknown as Ctx;
  expect((await bannersOf(kernel, ctx)).map(({ id }) => id)).toEqual(['c', 'e', 'b', 'd', 'a']);
});
