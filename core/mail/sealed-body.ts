import type { Kernel } from '../kernel.ts';

/** The place of a mail's text, which is sealed with it. */
export const placeOf = (ref: string): string => `core_mail.sealed.${ref}`;

/** The text of a queued mail, which stands in the row as it is or sealed. */
export const bodyOf = (kernel: Kernel, mail: { company_id: number; ref: string; body: string; sealed: string | null }): Promise<string> =>
  mail.sealed === null ? Promise.resolve(mail.body) : kernel.secrets.open(mail.company_id, placeOf(mail.ref), mail.sealed);

/** Without a mail server a development machine keeps its mail to be read. */
export const staysHere = ({ config }: Kernel): boolean => config.environment !== 'production' && !config.smtpUrl;
