import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Locale, MailInput, Tenant } from '../contract.ts';
import { wake } from '../events/wake.ts';
import type { Kernel } from '../kernel.ts';
import { mailParams, oneLine } from './plain-text.ts';
import { placeOf } from './sealed-body.ts';
import { loadNames, nameParams } from '../settings/names.ts';

export const MAILER = 'core.mailer';

/**
 * Queues a mail in the caller's transaction, in the given language. Its text may hold a link or code that opens an account, so it is
 * sealed until it is sent; only where mail stays in the local outbox of a development machine can it be read.
 */
export async function queueMail(kernel: Kernel, db: Knex, tenant: Tenant, language: Locale, message: MailInput): Promise<void> {
  await loadNames(kernel, tenant);
  const names = nameParams(kernel, tenant, language);
  const texts = Object.entries(message.texts ?? {}).map(([name, key]) => [name, kernel.catalogue.t(language, key, names)]);
  const params = { ...mailParams({ ...names, ...message.params }), ...Object.fromEntries(texts) };
  const body = kernel.catalogue.t(language, message.text, params);
  const ref = randomUUID();
  await db('core_mail').insert({
    ref,
    company_id: tenant.id,
    recipient: oneLine(message.to),
    subject: oneLine(kernel.catalogue.t(language, message.subject, params)),
    locale: language,
    ...(staysHere(kernel) ? { body } : { body: '', sealed: await kernel.secrets.seal(tenant.id, placeOf(ref), body) }),
  });
  await wake(db, MAILER);
}

/** Without a mail server a development machine keeps its mail to be read. */
const staysHere = ({ config }: Kernel): boolean => config.environment !== 'production' && !config.smtpUrl;
