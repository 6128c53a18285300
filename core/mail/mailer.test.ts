import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Postbox } from '../testing/postbox.ts';
import { queueMail } from './mail.ts';
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
  const row = { company_id: app.fixtures.a.tenant.id, recipient: 'ann@people.example', subject, body: 'Line one\nLine two' };
  const [{ id }] = (await app.kernel.platform('core_mail').insert(row).returning('id')) as [{ id: string }];
  return id;
};
const state = async (id: string): Promise<string> => (await app.kernel.platform('core_mail').where({ id }).first('state')).state as string;

test('queued mail is handed to the mail server once, by whichever worker comes first', async () => {
  const id = await queue('Welcome');
  const done = await Promise.all([mailer.run(), mailer.run()]);
  expect(done[0] + done[1]).toBe(1);
  expect(postbox.mails).toHaveLength(1);
  expect(postbox.mails[0]).toContain('Subject: Welcome');
  expect(postbox.mails[0]).toContain('To: ann@people.example');
  expect(postbox.mails[0]).toContain('From: Agency A <no-reply@leads.example>');
  expect(await state(id)).toBe('sent');
});

test('a refused mail waits for another try and says why', async () => {
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

test('the text of a queued mail cannot be read in the database, and is gone when it was sent or given up', async () => {
  const kernel = { ...app.kernel, config: { ...app.kernel.config, smtpUrl: postbox.url } };
  const { tenant } = app.fixtures.a;
  const params = { name: 'Ann', company: 'Acme', link: 'https://a.example/reset-password?token=secret-token' };
  const message = { to: 'ann@people.example', subject: 'accounts.mail.reset.subject', text: 'accounts.mail.reset.text', params };
  const rows = () => app.kernel.platform('core_mail').orderBy('id', 'desc').limit(1);
  await queueMail(kernel, app.kernel.platform, tenant, 'en', message);
  expect(JSON.stringify(await rows())).not.toContain('secret-token');
  postbox.mails.length = 0;
  await mailer.run();
  expect(postbox.mails[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain('token=secret-token');
  expect(await rows()).toMatchObject([{ state: 'sent', body: '', sealed: null }]);

  postbox.fault = 'recipient';
  await queueMail(kernel, app.kernel.platform, tenant, 'en', message);
  await app.kernel.platform('core_mail').where({ state: 'queued' }).update({ attempts: 7 });
  await mailer.run();
  postbox.fault = null;
  expect(await rows()).toMatchObject([{ state: 'failed', body: '', sealed: null }]);
});

test('without a mail server mails are kept for the local outbox', async () => {
  const id = await queue('Kept');
  await over({ smtpUrl: '', mailFrom: 'x@leads.example' }).run();
  expect(await state(id)).toBe('kept');
});

test('a mail comes as text and as HTML under the company name, in its language, and what stands in it stays text', async () => {
  postbox.mails.length = 0;
  const row = { company_id: app.fixtures.a.clients[0]!.tenant.id, recipient: 'ann@people.example', subject: 'مرحبا', locale: 'ar' };
  await app.kernel.platform('core_mail').insert({ ...row, body: '<script>alert(1)</script> https://a.example/x?y=1&z=2' });
  await mailer.run();
  const mail = postbox.mails[0]!.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(mail).toContain('multipart/alternative');
  expect(mail).toContain('dir="rtl"');
  expect(mail).toContain('&#60;script&#62;');
  expect(mail).toContain('href="https://a.example/x?y=1&#38;z=2"');
  expect(mail).toContain('From: Agency A <no-reply@leads.example>');
});

test('files that go with a mail cannot be read in the database, arrive as they were, and are gone then; too large ones are refused', async () => {
  const kernel = { ...app.kernel, config: { ...app.kernel.config, smtpUrl: postbox.url } };
  const { tenant } = app.fixtures.a;
  const content = Buffer.from('Ada,ada@example.com');
  const message = {
    to: 'ann@people.example',
    subject: 'accounts.mail.reset.subject',
    text: 'accounts.mail.reset.text',
    attachments: [{ filename: 'leads.csv', type: 'text/csv', content }],
  };
  const rows = () => app.kernel.platform('core_mail_attachment').select('filename', 'content', 'sealed');
  postbox.mails.length = 0;
  const ref = await queueMail(kernel, app.kernel.platform, tenant, 'en', message);
  expect(await rows()).toMatchObject([{ filename: 'leads.csv', content: '', sealed: expect.any(String) }]);
  expect(JSON.stringify(await rows())).not.toContain(content.toString('base64'));
  await mailer.run();
  expect(postbox.mails[0]).toContain('leads.csv');
  expect(postbox.mails[0]).toContain(content.toString('base64'));
  expect(await rows()).toEqual([]);
  expect(await app.kernel.platform('core_public_mail').where({ ref }).first('state')).toEqual({ state: 'sent' });

  const large = { ...message, attachments: [{ ...message.attachments[0]!, content: Buffer.alloc(5 * 1024 * 1024 + 1) }] };
  await expect(queueMail(kernel, app.kernel.platform, tenant, 'en', large)).rejects.toThrow('too large');
});
