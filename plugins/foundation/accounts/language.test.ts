import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { setPassword } from './accounts.store.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const { owner } = app.fixtures.a;
  await setPassword(app.kernel.platform, { id: owner.id, companyId: owner.tenant.id }, await hashPassword(PASSWORD));
});
afterAll(() => app.close());

const signIn = (who: Person, language: string) =>
  app.call('POST', '/api/login', null, { body: { username: who.email, password: PASSWORD }, headers: { 'accept-language': language } });
/** Background work, which speaks English by itself, writes to somebody. */
async function mailed(who: Person): Promise<{ locale: string; subject: string }> {
  const [subject, text] = ['accounts.mail.reset.subject', 'accounts.mail.reset.text'];
  await app.inside(who.tenant, 'accounts', (ctx) => ctx.mail({ to: who.email, subject, text, params: { name: 'A', link: 'https://a' } }));
  return app.kernel.platform('core_mail').where({ recipient: who.email }).orderBy('id', 'desc').first('locale', 'subject');
}

test('mail is written in the language in which its reader signed in last', async () => {
  const { owner } = app.fixtures.a;
  expect((await mailed(owner)).locale).toBe('en');
  expect((await signIn(owner, 'ar')).status).toBe(200);
  const { locale, subject } = await mailed(owner);
  expect([locale, subject]).toEqual(['ar', expect.stringMatching(/[\u0600-\u06ff]/)]);
  expect((await signIn(owner, 'en')).status).toBe(200);
  expect((await mailed(owner)).locale).toBe('en');
});

test('whoever asks for a link by themselves gets it in the language in which they ask', async () => {
  const { owner } = app.fixtures.a;
  await app.call('POST', '/api/forgetpass', null, { body: { username: owner.email }, headers: { 'accept-language': 'ar' } });
  expect(await app.kernel.platform('core_mail').where({ recipient: owner.email }).orderBy('id', 'desc').first('locale')).toEqual({
    locale: 'ar',
  });
});
