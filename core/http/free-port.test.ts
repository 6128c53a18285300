import { expect, test } from 'vitest';
import { freePort } from './free-port.ts';
import { close, listen } from './server.ts';

test('a port that is free is the one that was wanted; in place of a taken one comes another, which no outgoing connection is given', async () => {
  const any = await freePort(0);
  expect(any).toBeLessThan(32_768);
  expect(await freePort(any)).toBe(any);
  const { server } = await listen(() => undefined, any, '0.0.0.0');
  const other = await freePort(any);
  await close(server, 0);
  expect(other).not.toBe(any);
  expect(other).toBeLessThan(32_768);
});
