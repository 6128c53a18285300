import type { Knex } from 'knex';
import type { Locale, MailInput, Tenant } from '../contract.ts';
import { wake } from '../events/wake.ts';
import type { Kernel } from '../kernel.ts';
import { loadNames, nameParams } from '../settings/names.ts';

export const MAILER = 'core.mailer';

/** Queues a mail in the caller's transaction, in the given language. Line breaks never reach the headers. */
export async function queueMail(kernel: Kernel, db: Knex, tenant: Tenant, language: Locale, message: MailInput): Promise<void> {
  await loadNames(kernel, tenant);
  const names = nameParams(kernel, tenant, language);
  const texts = Object.entries(message.texts ?? {}).map(([name, key]) => [name, kernel.catalogue.t(language, key, names)]);
  const params = { ...names, ...message.params, ...Object.fromEntries(texts) };
  await db('core_mail').insert({
    company_id: tenant.id,
    recipient: oneLine(message.to),
    subject: oneLine(kernel.catalogue.t(language, message.subject, params)),
    body: kernel.catalogue.t(language, message.text, params),
    locale: language,
  });
  await wake(db, MAILER);
}

/** Control characters and bidirectional overrides have no place in a header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
