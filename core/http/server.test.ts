import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web', 'collect'] } });
});
afterAll(() => app.close());

/** The whole answer to a request as it is written: `fetch` would tidy the path and refuse the method. */
async function answerTo(method: string, path: string): Promise<string> {
  const socket = connect(app.serving.port, 'localhost');
  let text = '';
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-canary: told-back\r\nconnection: close\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

test('folders, files of the source, other methods and TRACE show nothing', async () => {
  const source = [
    '/package.json',
    '/.git/config',
    '/core/main.ts',
    '/../package.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ];
  // What has no page is the application's page, which says so; or nothing, where that is not built.
  const nothing = /^HTTP\/1\.1 (404|400) |<div id="root"><\/div>/;
  for (const path of source) expect([path, await answerTo('GET', path)]).toEqual([path, expect.stringMatching(nothing)]);
  expect(await answerTo('GET', '/assets/')).not.toMatch(/Index of|\.js</);
  for (const method of ['TRACE', 'PROPFIND', 'DELETE'])
    for (const path of ['/', '/login', '/api/user', '/collect']) {
      const answer = await answerTo(method, path);
      expect([method, path, answer]).toEqual([method, path, expect.stringMatching(/^HTTP\/1\.1 (401|404|405|501) /)]);
      expect(answer).not.toContain('told-back');
    }
});
