import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Locale, type MailInput, MailNames, momentText, type Tenant, type TextOf } from '../contract.ts';
import { wake } from '../events/wake.ts';
import type { Kernel } from '../kernel.ts';
import { mailParams, NAMES, oneLine } from './plain-text.ts';
import { attach } from './attachments.ts';
import { placeOf, staysHere } from './sealed-body.ts';
import { loadNames, nameParams } from '../settings/renamed-things.ts';

export const MAILER = 'core.mailer';

/**
 * Queues a mail in the caller's transaction, in the given language. Its text may hold a link or code that opens an account, so it is
 * sealed until it is sent; only where mail stays in the local outbox of a development machine can it be read. Answers its `ref`.
 */
export async function queueMail(kernel: Kernel, db: Knex, tenant: Tenant, language: Locale, message: MailInput): Promise<string> {
  await loadNames(kernel, tenant);
  const names = nameParams(kernel, tenant, language);
  const params = { ...mailParams({ ...names, ...message.params }, namesOf(kernel)), ...worded(kernel, language, names, message) };
  const body = kernel.catalogue.t(language, message.text, params);
  const ref = randomUUID();
  const row = {
    ref,
    company_id: tenant.id,
    recipient: oneLine(message.to),
    subject: oneLine(kernel.catalogue.t(language, message.subject, params)),
    locale: language,
    ...(staysHere(kernel) ? { body } : { body: '', sealed: await kernel.secrets.seal(tenant.id, placeOf(ref), body) }),
  };
  const [{ id }] = (await db('core_mail').insert(row).returning('id')) as [{ id: string }];
  if (message.attachments) await attach(kernel, db, tenant, { id, ref }, message.attachments);
  await wake(db, MAILER);
  return ref;
}

/** What is worded in the mail's language: texts by their key, and moments. */
function worded(kernel: Kernel, language: Locale, names: Record<string, string>, { texts = {}, moments = {} }: MailInput) {
  const { catalogue } = kernel;
  const plain = (params: Record<string, string | number>) => mailParams(params, namesOf(kernel));
  const textOf = (name: string, text: string | TextOf): string | number => {
    const { key, params = {} } = typeof text === 'string' ? { key: text } : text;
    return catalogue.has(key) ? catalogue.t(language, key, { ...names, ...plain(params) }) : plain({ [name]: key })[name]!;
  };
  return Object.fromEntries([
    ...Object.entries(texts).map(([name, text]) => [name, textOf(name, text)] as const),
    ...Object.entries(moments).map(([name, { at, zone }]) => [name, momentText(at, zone, language, 'long')] as const),
  ]);
}

/** The parameters whose values are names. */
const namesOf = ({ registry }: Kernel): string[] => [...NAMES, ...registry.contributions(MailNames).map(({ def }) => def)];
