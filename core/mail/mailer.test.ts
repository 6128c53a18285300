import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Postbox } from '../testing/postbox.ts';
import { Mailer } from './mailer.ts';

const postbox = new Postbox();
let app: TestApp;
let mailer: Mailer;
beforeAll(async () => {
  await postbox.open();
  app = await startTestApp({ config: { roles: ['web'] } });
  mailer = over({ smtpUrl: postbox.url, mailFrom: 'no-reply@leads.example' });
});
afterAll(async () => {
  await app.close();
  postbox.close();
});

/** A mailer of a process with other settings. */
const over = (changes: { smtpUrl: string; mailFrom: string }): Mailer =>
  new Mailer({ ...app.kernel, config: { ...app.kernel.config, ...changes } });

const queue = async (subject: string): Promise<string> => {
  const row = { company_id: app.world.a.tenant.id, recipient: 'ann@people.example', subject, body: 'Line one\nLine two' };
  const [{ id }] = (await app.kernel.platform('core_mail').insert(row).returning('id')) as [{ id: string }];
  return id;
};
const state = async (id: string): Promise<string> => (await app.kernel.platform('core_mail').where({ id }).first('state')).state as string;

test('queued mail is handed to the mail server once, by whichever worker comes first', async () => {
  const id = await queue('Welcome');
  const done = await Promise.all([mailer.run(), mailer.run()]);
  expect(done[0] + done[1]).toBe(1);
  expect(postbox.letters).toHaveLength(1);
  expect(postbox.letters[0]).toContain('Subject: Welcome');
  expect(postbox.letters[0]).toContain('To: ann@people.example');
  expect(postbox.letters[0]).toContain('From: Agency A <no-reply@leads.example>');
  expect(await state(id)).toBe('sent');
});

test('a refused letter waits for another try and says why', async () => {
  postbox.fault = 'recipient';
  const id = await queue('Refused');
  await mailer.run();
  expect(await app.kernel.platform('core_mail').where({ id }).first('state', 'attempts', 'note')).toMatchObject({
    state: 'queued',
    attempts: 1,
    note: expect.stringContaining('nobody here') as string,
  });
  postbox.fault = null;
  expect(await mailer.run()).toBe(0); // not before its time
  await app.kernel
    .platform('core_mail')
    .where({ id })
    .update({ sent_at: app.kernel.platform.raw(`now() - interval '2 minutes'`) });
  await mailer.run();
  expect(await state(id)).toBe('sent');
});

test('without a mail server letters are kept for the local outbox', async () => {
  const id = await queue('Kept');
  await over({ smtpUrl: '', mailFrom: 'x@leads.example' }).run();
  expect(await state(id)).toBe('kept');
});

test('a letter comes as text and as HTML under the company name, in its language, and what stands in it stays text', async () => {
  postbox.letters.length = 0;
  const row = { company_id: app.world.a.clients[0]!.tenant.id, recipient: 'ann@people.example', subject: 'مرحبا', locale: 'ar' };
  await app.kernel.platform('core_mail').insert({ ...row, body: '<script>alert(1)</script> https://a.example/x?y=1&z=2' });
  await mailer.run();
  const letter = postbox.letters[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(letter).toContain('multipart/alternative');
  expect(letter).toContain('dir="rtl"');
  expect(letter).toContain('&#60;script&#62;');
  expect(letter).toContain('href="https://a.example/x?y=1&#38;z=2"');
  expect(letter).toContain('From: Agency A <no-reply@leads.example>');
});
