import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

/** More than the process takes in all, so that every share is tried. */
const FLOOD = 4_100;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Stream {
  socket: Socket;
  answer(): string;
}
const open: Socket[] = [];
afterEach(async () => {
  const held = open.splice(0).filter((socket) => !socket.destroyed);
  await Promise.all(held.map((socket) => once(socket.destroy(), 'close')));
});

/** A connection from an address of the loopback network, on which `text` was sent; what comes back is collected. */
async function send(localAddress: string, text: string): Promise<Stream> {
  const socket = connect({ host: '127.0.0.1', port: app.serving.port, localAddress, noDelay: true });
  let heard = '';
  socket.on('data', (part: Buffer) => (heard = (heard + part.toString('latin1')).slice(0, 2_000)));
  socket.on('error', () => undefined);
  open.push(socket);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  socket.write(text);
  return { socket, answer: () => heard };
}

async function flood(count: number, addressOf: (n: number) => string, text: string): Promise<Stream[]> {
  const all: Stream[] = [];
  for (let from = 0; from < count; from += 100)
    all.push(...(await Promise.all(Array.from({ length: Math.min(100, count - from) }, (_x, n) => send(addressOf(from + n), text)))));
  return all;
}

const post = (path: string, body: string, rest = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\nuser-agent: Mozilla/5.0 Firefox/140.0\r\ncontent-type: application/json\r\n${rest}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;

/** Twenty page views and twenty looks at the API from elsewhere, one after the other: how many came through, and the slowest. */
async function others(): Promise<{ collected: number; answered: number; slowest: number }> {
  const result = { collected: 0, answered: 0, slowest: 0 };
  for (let n = 0; n < 20; n += 1) {
    for (const [text, status, what] of [
      [
        post('/collect', JSON.stringify({ k: 'unknown-pixel-key-0000', v: 'v', u: 'https://shop.example/' })),
        /^HTTP\/1.1 (204|400)/,
        'collected',
      ],
      ['GET /api/ui/bootstrap HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', /^HTTP\/1.1 200/, 'answered'],
    ] as const) {
      const began = performance.now();
      const { socket, answer } = await send('127.0.0.9', text);
      await Promise.race([once(socket, 'close'), sleep(5_000, null, { ref: false })]);
      result.slowest = Math.max(result.slowest, performance.now() - began);
      if (status.test(answer())) result[what] += 1;
    }
  }
  return result;
}

async function expectOthersServed(name: string): Promise<void> {
  const { collected, answered, slowest } = await others();
  const held = open.filter((socket) => !socket.destroyed && socket.localAddress !== '127.0.0.9').length;
  console.log(
    `${name}: ${held} connections held; others: ${collected}/20 page views, ${answered}/20 calls, slowest ${Math.round(slowest)} ms`,
  );
  expect({ collected, answered }).toEqual({ collected: 20, answered: 20 });
  expect(slowest).toBeLessThan(2_000);
}

/** Connections that the server has not closed. */
const left = (): number => open.filter((socket) => !socket.destroyed).length;

describe('others are served while', () => {
  test('one address holds half-sent headers', async () => {
    await flood(FLOOD, () => '127.0.0.2', 'GET /api/ui/bootstrap HTTP/1.1\r\nhost: local');
    await expect.poll(left, { timeout: 10_000 }).toBeLessThanOrEqual(500);
    await expectOthersServed('half-sent headers of one address');
  });

  test('eighty addresses hold half-sent headers', async () => {
    await flood(FLOOD, (n) => `127.0.1.${(n % 80) + 1}`, 'GET /api/ui/bootstrap HTTP/1.1\r\nhost: local');
    await expect.poll(left, { timeout: 10_000 }).toBeLessThanOrEqual(1_001);
    await expectOthersServed('half-sent headers of 80 addresses');
  });

  test('eighty addresses hold half-sent bodies', async () => {
    const half = post('/collect', '{"k":"x"}').replace(/content-length: \d+/, 'content-length: 4000');
    await flood(FLOOD, (n) => `127.0.2.${(n % 80) + 1}`, half);
    await expect.poll(left, { timeout: 10_000 }).toBeLessThanOrEqual(1_001);
    await expectOthersServed('half-sent bodies of 80 addresses');
  });

  test('one session asks for streams without end', async () => {
    const token = await app.tokenOf(app.fixtures.a.owner);
    const asks = `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`;
    const streams = await flood(FLOOD, (n) => `127.0.3.${(n % 80) + 1}`, asks);
    await expect.poll(() => streams.filter(({ answer }) => answer().startsWith('HTTP/1.1 200')).length).toBe(6);
    const refused = streams.filter(({ answer }) => answer().startsWith('HTTP/1.1 429'));
    expect(refused.length).toBeGreaterThan(0);
    for (const { answer } of refused) expect(answer()).toMatch(/retry-after: \d+/i);
    await expect.poll(left, { timeout: 10_000 }).toBeLessThan(1_100);
    await expectOthersServed('streams of one session');
  });
});

test('an account has twenty streams, however many sessions it opens, and a closed one makes room', async () => {
  const { id } = app.fixtures.b.owner;
  const streams: Stream[] = [];
  for (let n = 0; n < 30; n += 1) {
    const token = await app.kernel.sessions.open({ accountId: id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
    streams.push(await send('127.0.0.4', `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`));
  }
  const running = (): Stream[] => streams.filter(({ answer, socket }) => !socket.destroyed && answer().startsWith('HTTP/1.1 200'));
  await expect.poll(() => streams.every(({ answer }) => answer() !== '')).toBe(true);
  expect(running()).toHaveLength(20);
  await once(running()[0]!.socket.destroy(), 'close');
  await sleep(50);
  const token = await app.kernel.sessions.open({ accountId: id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
  streams.push(await send('127.0.0.4', `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`));
  await expect.poll(() => running().length).toBe(20);
});

test('an address has a hundred streams, and is refused before its session is looked for', async () => {
  const tokens = await Promise.all(
    [
      app.fixtures.a.admin,
      app.fixtures.operator,
      app.fixtures.sales,
      ...app.fixtures.a.clients.map((c) => c.user),
      ...app.fixtures.b.clients.map((c) => c.user),
    ].flatMap((person) =>
      Array.from({ length: 20 }, () => app.kernel.sessions.open({ accountId: person.id, ip: '', agent: '', aal: 1, aalNeeded: 1 })),
    ),
  );
  const streams: Stream[] = [];
  for (const token of tokens)
    streams.push(await send('127.0.0.5', `GET /api/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`));
  await expect.poll(() => streams.filter(({ answer }) => answer() === '').length).toBe(0);
  expect(streams.filter(({ answer }) => answer().startsWith('HTTP/1.1 200'))).toHaveLength(100);
  const stranger = await send('127.0.0.5', 'GET /api/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => stranger.answer()).toMatch(/^HTTP\/1.1 429/);
});
