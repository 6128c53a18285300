import type { Knex } from 'knex';
import type { Transporter } from 'nodemailer';
import type { Config } from '../../config/default.ts';
import type { Log } from '../contract.ts';

const TRIES = 8;

/**
 * Sends what is queued, oldest first. Without SMTP settings mails are kept, to be read at `/dev/mail` in development.
 * Returns how many were handled.
 */
export class Mailer {
  readonly #platform: Knex;
  readonly #config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
  readonly #log: Log;
  #transport: Transporter | null = null;

  constructor(platform: Knex, config: Pick<Config, 'smtpUrl' | 'mailFrom'>, log: Log) {
    this.#platform = platform;
    this.#config = config;
    this.#log = log;
  }

  async run(): Promise<number> {
    if (!this.#config.smtpUrl)
      return this.#platform('core_mail').where({ state: 'queued' }).update({ state: 'kept', sent_at: this.#platform.fn.now() });
    let handled = 0;
    for (;;) {
      // The claim is the raised attempt count: a second process sees the row again only after a minute.
      const { rows } = (await this.#platform.raw(
        `update core_mail set attempts = attempts + 1, sent_at = now() where id = (
           select id from core_mail where state = 'queued' and (sent_at is null or sent_at < now() - make_interval(secs => 60 * attempts))
           order by id limit 1 for update skip locked) returning id, recipient, subject, body, attempts`,
      )) as { rows: { id: string; recipient: string; subject: string; body: string; attempts: number }[] };
      const mail = rows[0];
      if (!mail) return handled;
      handled += 1;
      await this.#send(mail);
    }
  }

  async #send(mail: { id: string; recipient: string; subject: string; body: string; attempts: number }): Promise<void> {
    try {
      this.#transport ??= await openTransport(this.#config.smtpUrl);
      await this.#transport.sendMail({
        from: this.#config.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body,
        messageId: `<mail-${mail.id}@lead-platform>`,
      });
      await this.#platform('core_mail').where({ id: mail.id }).update({ state: 'sent', sent_at: this.#platform.fn.now() });
    } catch (error) {
      const note = error instanceof Error ? error.message : String(error);
      this.#log.warn({ mail: mail.id, note }, 'mail not sent');
      await this.#platform('core_mail')
        .where({ id: mail.id })
        .update({ state: mail.attempts >= TRIES ? 'failed' : 'queued', note: note.slice(0, 300) });
    }
  }
}

/** Loaded at the first mail: most processes never send one. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  url.searchParams.set('connectionTimeout', '5000');
  url.searchParams.set('socketTimeout', '10000');
  return createTransport(url.href);
}
