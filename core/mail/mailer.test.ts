import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { Mailer } from './mailer.ts';

/** A mail server as far as one letter goes: takes it, or refuses the recipient. */
class Postbox {
  readonly letters: string[] = [];
  refusing = false;
  readonly #server: Server = createServer((socket) => {
    let text = '';
    let inLetter = false;
    socket.write('220 postbox\r\n');
    socket.on('data', (part) => {
      text += part.toString();
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        if (inLetter) {
          const stop = text.indexOf('\r\n.\r\n');
          if (stop === -1) return;
          this.letters.push(text.slice(0, stop));
          text = text.slice(stop + 5);
          inLetter = false;
          socket.write('250 kept\r\n');
          continue;
        }
        text = text.slice(end + 2);
        const refused = this.refusing && line.startsWith('RCPT');
        inLetter = line === 'DATA';
        socket.write(refused ? '550 nobody here\r\n' : inLetter ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
    socket.on('error', () => undefined);
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}?ignoreTLS=true`;
  }
  close(): void {
    this.#server.close();
  }
}

const postbox = new Postbox();
let app: TestApp;
let mailer: Mailer;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  mailer = new Mailer(app.kernel.platform, { smtpUrl: await postbox.open(), mailFrom: 'no-reply@leads.example' }, app.kernel.log);
});
afterAll(async () => {
  await app.close();
  postbox.close();
});

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
  expect(postbox.letters[0]).toContain('From: no-reply@leads.example');
  expect(await state(id)).toBe('sent');
});

test('a refused letter waits for another try and says why', async () => {
  postbox.refusing = true;
  const id = await queue('Refused');
  await mailer.run();
  expect(await app.kernel.platform('core_mail').where({ id }).first('state', 'attempts', 'note')).toMatchObject({
    state: 'queued',
    attempts: 1,
    note: expect.stringContaining('nobody here') as string,
  });
  postbox.refusing = false;
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
  await new Mailer(app.kernel.platform, { smtpUrl: '', mailFrom: 'x@leads.example' }, app.kernel.log).run();
  expect(await state(id)).toBe('kept');
});
