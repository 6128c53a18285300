import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { cloneTemplate } from '../../core/testing/template.ts';
import { until } from '../../tests/support/until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const COPIED = ['config', 'core', 'migrations', 'plugins', 'scripts', 'ui', 'vite.config.ts', 'package.json', 'tsconfig.json'];

let copy: string;
let database: Awaited<ReturnType<typeof cloneTemplate>>;
let dev: ChildProcess;
let said = '';
let origin: string;

/** A copy of the product, with a plugin that says a word: what is saved there disturbs no other test. */
beforeAll(async () => {
  copy = mkdtempSync(join(scratchDir(), 'dev-'));
  for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, '.local/pixel'), { recursive: true });
  writeFileSync(join(copy, '.local/pixel/pixel.js'), ''); // building it is no part of this
  mkdirSync(join(copy, 'plugins/extensions/hello'), { recursive: true });
  say('one');
  const installed = join(copy, 'config/plugins.ts');
  writeFileSync(installed, readFileSync(installed, 'utf8').replace('];', `  'hello',\n];`));

  database = await cloneTemplate(inject('adminUrl'));
  dev = spawn(process.execPath, [join(copy, 'scripts/dev.ts')], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url, DEMO: 'false', PORT: '0', SHOP_PORT: '0' },
  });
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (text: Buffer) => (said += text.toString('utf8')));
  await until(() => /Serving on http/.test(said), 100_000).catch(() => Promise.reject(new Error(said)));
  origin = /Serving on (http:\S+)/.exec(said)![1]!;
});
afterAll(async () => {
  const gone = once(dev, 'exit');
  dev.kill();
  await gone;
  await database.drop();
  rmSync(copy, { recursive: true, force: true });
});

const say = (word: string): void => save(`'${word}'`);
function save(expression: string): void {
  writeFileSync(
    join(copy, 'plugins/extensions/hello/index.ts'),
    `import { definePlugin } from '../../../core/contract.ts';
export default definePlugin({
  manifest: { id: 'hello', version: '1.0.0', core: '^1', level: 'platform' },
  raw: [{ method: 'GET', path: '/hello', role: 'web', why: 'a test looks at what it answers', spends: [], limits: 'nothing is looked up', handle: (_kernel, _request, response) => void response.end(${expression}) }],
});
`,
  );
}
const hello = async (): Promise<string> => (await fetch(`${origin}/hello`)).text();

test('what is saved below plugins/ is what the server answers next', async () => {
  expect(await hello()).toBe('one');
  say('two');
  await until(async () => (await hello()) === 'two', 60_000);
  expect(existsSync(join(copy, '.local/dev/ui/index.html'))).toBe(true);
});

test('a mistake is named, and serving goes on when it is corrected', async () => {
  save('(');
  await until(async () => (await hello()) !== 'two', 60_000);
  await until(() => said.includes('Plugin hello is off'), 60_000);
  say('three');
  await until(async () => (await hello()) === 'three', 60_000);
});

test('the page loads the sources under the policy of production, with nothing inline', async () => {
  const page = await fetch(`${origin}/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(html).toContain('src="/src/main.tsx"');
  expect(html).toContain('src="/@vite/client"');
  expect(html).not.toMatch(/<script(?![^>]*src=)/);
  expect(page.headers.get('content-security-policy')).toContain(`script-src 'self';`);
  expect((await fetch(`${origin}/before-all.js`)).status).toBe(200);
  expect(await (await fetch(`${origin}/src/session.ts`)).text()).toContain('localStorage');
});

test('files beside the browser files are not served, nor is another host', async () => {
  expect((await fetch(`${origin}/@fs${copy}/package.json`)).status).toBe(403);
  const { hostname, port } = new URL(origin);
  const asked = request({ hostname, port, path: '/src/main.tsx', headers: { host: 'evil.example' } }).end();
  const [answer] = (await once(asked, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  expect(answer.statusCode).toBe(403);
  expect((await fetch(`${origin}/@open`)).status).toBe(404);
});
