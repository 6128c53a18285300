import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Attachment, Locale } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { attachmentsOf, forgetAttachments } from './attachments.ts';
import { htmlOf, LOGO_ID } from './html-mail.ts';
import { oneLine } from './plain-text.ts';
import { bodyOf } from './sealed-body.ts';
import { type Sender, senderOf } from './sender.ts';
import { faultOf, sendThrough } from './smtp.ts';

const TRIES = 8;
/** What remains of the text of a mail that is out, or given up. */
const FORGOTTEN = { body: '', sealed: null };

interface Queued {
  id: string;
  company_id: number;
  recipient: string;
  subject: string;
  ref: string;
  body: string;
  sealed: string | null;
  locale: Locale;
  attempts: number;
}

/**
 * Sends what is queued, oldest first: through the company's own server where it has one, else, or when that one fails, through the
 * platform's. Without SMTP settings mails are kept, to be read at `/dev/mail` in development.
 */
export class Mailer {
  readonly #kernel: Kernel;
  #transport: Transporter | null = null;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Returns how many were handled. */
  async run(): Promise<number> {
    const senders = new Map<number, Sender>();
    let handled = 0;
    for (;;) {
      // The claim is the raised attempt count: a second process sees the row again only after a minute.
      const { rows } = (await this.#kernel.platform.raw(
        `update core_mail set attempts = attempts + 1, sent_at = now() where id = (
           select id from core_mail where state = 'queued' and (sent_at is null or sent_at < now() - make_interval(secs => 60 * attempts))
           order by id limit 1 for update skip locked) returning id, company_id, recipient, subject, ref, body, sealed, locale, attempts`,
      )) as { rows: Queued[] };
      const mail = rows[0];
      if (!mail) return handled;
      handled += 1;
      await this.#handle(mail, senders);
    }
  }

  async #handle(mail: Queued, senders: Map<number, Sender>): Promise<void> {
    try {
      let sender = senders.get(mail.company_id);
      if (!sender) senders.set(mail.company_id, (sender = await senderOf(this.#kernel, mail.company_id)));
      const message = messageOf(mail, await bodyOf(this.#kernel, mail), await attachmentsOf(this.#kernel, mail), sender);
      const own = await this.#sendOwn(sender, message);
      // What was noted may change who sends the next mail.
      if (sender.smtp && !own) senders.delete(mail.company_id);
      if (own) return await this.#mark(mail, { state: 'sent', sent_via: 'own' });
      if (!this.#kernel.config.smtpUrl && !sender.smtp) return await this.#mark(mail, { state: 'kept' });
      await this.#sendPlatform(sender, message);
      await this.#mark(mail, { state: 'sent', sent_via: 'platform' });
    } catch (error) {
      const note = error instanceof Error ? error.message : String(error);
      this.#kernel.log.warn({ mail: mail.id, note }, 'mail not sent');
      await this.#kernel
        .platform('core_mail')
        .where({ id: mail.id })
        .update({ note: note.slice(0, 300), ...(mail.attempts >= TRIES ? { state: 'failed', ...FORGOTTEN } : { state: 'queued' }) });
      if (mail.attempts >= TRIES) await forgetAttachments(this.#kernel.platform, mail.id);
    }
  }

  /** False when the company has no server of its own or it cannot send now. A refused recipient is an error: no other server would help. */
  async #sendOwn({ smtp, noted }: Sender, message: SendMailOptions): Promise<boolean> {
    if (!smtp) return false;
    try {
      await sendThrough(this.#kernel.egress, smtp, message);
      await noted(null);
      return true;
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'recipient') throw error;
      await noted(fault);
      return false;
    }
  }

  async #sendPlatform({ letterhead, smtp }: Sender, message: SendMailOptions): Promise<void> {
    const { smtpUrl, mailFrom } = this.#kernel.config;
    if (!smtpUrl) throw new Error('the company mail server failed and the platform has none');
    this.#transport ??= await openTransport(smtpUrl);
    await this.#transport.sendMail({
      ...message,
      from: letterhead?.name ? { name: oneLine(letterhead.name), address: addressIn(mailFrom) } : mailFrom,
      ...(smtp ? { replyTo: smtp.fromAddress } : {}),
    });
  }

  async #mark(mail: Queued, change: { state: string; sent_via?: string }): Promise<void> {
    const { platform } = this.#kernel;
    if (change.state === 'sent') await forgetAttachments(platform, mail.id);
    await platform('core_mail')
      .where({ id: mail.id })
      .update({ ...change, ...(change.state === 'sent' ? FORGOTTEN : {}), sent_at: platform.fn.now() });
  }
}

/** Text, and the same as HTML under the company's letterhead. */
function messageOf(mail: Queued, text: string, files: readonly Attachment[], { letterhead }: Sender): SendMailOptions {
  const { recipient: to, subject, locale } = mail;
  const logo = letterhead?.logo;
  return {
    to,
    subject,
    text,
    messageId: `<mail-${mail.id}@lead-platform>`,
    ...(letterhead ? { html: htmlOf({ letterhead, subject, text, locale }) } : {}),
    attachments: [
      ...(logo ? [{ cid: LOGO_ID, filename: `logo.${logo.type.split('/')[1]}`, content: logo.bytes, contentType: logo.type }] : []),
      ...files.map(({ filename, type, content }) => ({ filename, content: Buffer.from(content), contentType: type })),
    ],
  };
}

/** The address of `Name <address>`. */
const addressIn = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from;

/** Loaded at the first mail: most processes never send one. */
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = new URL(smtpUrl);
  url.searchParams.set('connectionTimeout', '5000');
  url.searchParams.set('socketTimeout', '10000');
  return createTransport(url.href);
}
