import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

let app: TestApp;
const open: Socket[] = [];
beforeAll(async () => {
  // One request and two connections of each network at a time.
  app = await startTestApp({ config: { maxConnections: 16 } });
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

/** A connection from an address of the loopback network, on which `text` was sent, and what has come back. */
async function send(localAddress: string, text: string): Promise<() => string> {
  const socket = connect({ host: '127.0.0.1', port: app.serving.port, localAddress });
  open.push(socket);
  let heard = '';
  socket.on('data', (part: Buffer) => (heard += part.toString('latin1'))).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return () => heard;
}
const visit = (length: number): string =>
  `POST /collect HTTP/1.1\r\nhost: localhost\r\norigin: https://shop.example\r\ncontent-length: ${length}\r\n\r\n{}`;
const READABLE = [/^access-control-allow-origin: \*\r$/im, /^access-control-expose-headers: retry-after\r$/im, /^retry-after: \d+\r$/im];

test('a page can read when to send its view again, whoever refused it for being busy', async () => {
  await send('127.0.0.2', visit(4_000)); // the rest of it never comes
  const second = await send('127.0.0.2', visit(2));
  await expect.poll(second).toContain('\r\n\r\n');
  expect(second()).toMatch(/^HTTP\/1.1 429 /);
  for (const header of READABLE) expect(second()).toMatch(header);

  const stream = `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${await app.tokenOf(app.fixtures.a.owner)}\r\n\r\n`;
  for (let n = 0; n < 2; n++) await expect.poll(await send('127.0.0.3', stream)).toMatch(/^HTTP\/1.1 200 /);
  const third = await send('127.0.0.3', visit(2));
  await expect.poll(third).toMatch(/^HTTP\/1.1 503 /);
  for (const header of READABLE) expect(third()).toMatch(header);
});
