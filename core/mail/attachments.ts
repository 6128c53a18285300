import type { Knex } from 'knex';
import { type Attachment, MOST_ATTACHED, type Tenant } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { staysHere } from './sealed-body.ts';

const TABLE = 'core_mail_attachment';
const placeOf = (ref: string, place: number): string => `${TABLE}.sealed.${ref}.${place}`;

interface Row {
  place: number;
  filename: string;
  type: string;
  content: string;
  sealed: string | null;
}

/** Keeps the files of a queued mail, sealed like its text. Throws where they are larger than mail servers take. */
export async function attach(
  kernel: Kernel,
  db: Knex,
  tenant: Tenant,
  mail: { id: string; ref: string },
  files: readonly Attachment[],
): Promise<void> {
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0);
  if (bytes > MOST_ATTACHED) throw new Error(`attachments of ${bytes} bytes are too large for a mail`);
  for (const [place, { filename, type, content }] of files.entries()) {
    const text = Buffer.from(content).toString('base64');
    const kept = staysHere(kernel)
      ? { content: text }
      : { content: '', sealed: await kernel.secrets.seal(tenant.id, placeOf(mail.ref, place), text) };
    await db(TABLE).insert({ mail_id: mail.id, company_id: tenant.id, place, filename, type, ...kept });
  }
}

/** The files of a queued mail. */
export async function attachmentsOf(kernel: Kernel, mail: { id: string; company_id: number; ref: string }): Promise<Attachment[]> {
  const rows = (await kernel
    .platform(TABLE)
    .where({ mail_id: mail.id })
    .orderBy('place')
    .select('place', 'filename', 'type', 'content', 'sealed')) as Row[];
  const files: Attachment[] = [];
  for (const { place, filename, type, content, sealed } of rows) {
    const text = sealed === null ? content : await kernel.secrets.open(mail.company_id, placeOf(mail.ref, place), sealed);
    files.push({ filename, type, content: Buffer.from(text, 'base64') });
  }
  return files;
}

/** Takes the files of a mail away that is out, or given up. */
export const forgetAttachments = (platform: Knex, mailId: string): Promise<number> => platform(TABLE).where({ mail_id: mailId }).delete();
