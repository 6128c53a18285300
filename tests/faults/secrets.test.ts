import { afterAll, beforeAll, expect, test } from 'vitest';
import { SecretBox } from '../../core/secrets/secrets.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

let app: TestApp;
let box: SecretBox;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  box = app.kernel.secrets;
});
afterAll(() => app.close());

const PLACE = 'some_table|secret|7';
const seal = () => box.seal(app.fixtures.a.tenant.id, PLACE, 'the word');

test('a sealed value opens in its place, and shows nothing of itself', async () => {
  const sealed = await seal();
  expect(sealed).not.toContain('word');
  expect(await box.open(app.fixtures.a.tenant.id, PLACE, sealed)).toBe('the word');
});

test('the same value is sealed differently each time', async () => expect(await seal()).not.toBe(await seal()));

test('it opens in no other row, and for no other company', async () => {
  const sealed = await seal();
  await expect(box.open(app.fixtures.a.tenant.id, 'some_table|secret|8', sealed)).rejects.toThrow();
  await expect(box.open(app.fixtures.b.tenant.id, PLACE, sealed)).rejects.toThrow();
});

test('changed in any byte, it does not open', async () => {
  const sealed = await seal();
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const bent = Buffer.from(bytes);
    bent[at]! ^= 1;
    await expect(box.open(app.fixtures.a.tenant.id, PLACE, `v1.${bent.toString('base64url')}`)).rejects.toThrow();
  }
});

test.for(['', 'v1', 'v1.', 'v2.AAAA', 'plain text', 'v1.AAAA'])('%j is no sealed value', async (text) => {
  await expect(box.open(app.fixtures.a.tenant.id, PLACE, text)).rejects.toThrow();
});

test("another installation's secret opens nothing, even over the same database", async () => {
  const sealed = await seal();
  const other = new SecretBox(app.kernel.platform, { secret: 'quite another secret of an installation' });
  await expect(other.open(app.fixtures.a.tenant.id, PLACE, sealed)).rejects.toThrow();
});

test('a second process opens what the first sealed, though both began at once', async () => {
  const { id } = app.fixtures.b.clients[1]!.tenant;
  const boxes = Array.from({ length: 4 }, () => new SecretBox(app.kernel.platform, app.kernel.config));
  const sealed = await Promise.all(boxes.map((b) => b.seal(id, PLACE, 'shared')));
  expect(await Promise.all(sealed.map((s) => box.open(id, PLACE, s)))).toEqual(['shared', 'shared', 'shared', 'shared']);
});
