import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from './knex.ts';

/** A message of PostgreSQL's protocol: its kind, the length that counts itself, and what it says. */
function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const authenticated = message('R', Buffer.from([0, 0, 0, 0]));
const ready = message('Z', Buffer.from('I'));
const stopping = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

let server: Server;
beforeAll(async () => {
  server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, stopping]))));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => server.close());

test('a server that stops in the moment of its welcome ends the connection, not the process', async () => {
  const client = await openClient(`postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/any`, 'test');
  await expect(client.query('select 1')).rejects.toThrow();
});
