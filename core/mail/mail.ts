import type { Knex } from 'knex';
import type { Locale, MailInput, Tenant } from '../contract.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { wake } from '../events/wake.ts';

export const MAILER = 'core.mailer';

/** Queues a mail in the caller's transaction, in the given language. Line breaks never reach the headers. */
export async function queueMail(db: Knex, catalogue: Catalogue, tenant: Tenant, locale: Locale, message: MailInput): Promise<void> {
  const language = message.locale ?? locale;
  await db('core_mail').insert({
    company_id: tenant.id,
    recipient: oneLine(message.to),
    subject: oneLine(catalogue.t(language, message.subject, message.params)),
    body: catalogue.t(language, message.text, message.params),
  });
  await wake(db, MAILER);
}

/** Control characters and bidirectional overrides have no place in a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
