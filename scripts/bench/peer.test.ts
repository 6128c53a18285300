import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Peer } from './peer.ts';

const heard: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    heard.push([request.method, request.url, request.headers.authorization, body].join(' '));
    response.writeHead(request.url === '/full' ? 503 : 200).end('{}');
  });
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('PEER_TOKEN', 'abc');
  vi.stubEnv('PEER_BODY', '{"visitor": "v{n}", "kept": {"as": 1}}');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

test('a peer is asked for the same page and the same search, and told of the same visit', async () => {
  const list = new Peer(`${origin}/items?limit=25&page={page}&q={search}`, 1);
  await list.get('Page=7&search=a b%26c');
  const collect = new Peer(`${origin}/send`, 1);
  await collect.post(12);
  await Promise.all([list.close(), collect.close()]);
  expect(heard).toEqual([
    'GET /items?limit=25&page=7&q=a%20b%26c Bearer abc ',
    'POST /send Bearer abc {"visitor": "v12", "kept": {"as": 1}}',
  ]);
});

test('a peer that refuses is not measured', async () => {
  const peer = new Peer(`${origin}/full`, 1);
  await expect(peer.post(1)).rejects.toThrow('/full of the peer was answered with 503');
  await peer.close();
});
