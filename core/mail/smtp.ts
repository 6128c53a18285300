import type { SendMailOptions, Transporter } from 'nodemailer';
import { Problem, type SmtpAccount, type SmtpApi, type SmtpFault } from '../contract.ts';
import type { EgressGuard } from '../egress/egress.ts';
import type { Kernel } from '../kernel.ts';
import { oneLine } from './plain-text.ts';

/** Ports at which mail servers take mails; nothing else is ever dialled. */
const PORTS = new Set([25, 465, 587, 2525]);

/** The port's implementation: single mails through a tenant's server, with a plain word for what went wrong. */
export const smtpOf = ({ egress }: Pick<Kernel, 'egress'>): SmtpApi => ({
  async send(account, mail) {
    try {
      await sendThrough(egress, account, mail);
      return null;
    } catch (error) {
      return faultOf(error);
    }
  },
});

/**
 * Sends one mail through a server that a tenant named. The name is looked up and checked like every outgoing call, and the checked
 * address is dialled. A password only travels encrypted, unless the operator opened that very address.
 */
export async function sendThrough(egress: EgressGuard, account: SmtpAccount, mail: SendMailOptions): Promise<void> {
  const opened = egress.isOpened(account.host, account.port);
  if (!PORTS.has(account.port) && !opened) throw new Problem(422, 'core.problem.egress', { extra: { reason: 'port' } });
  const address = await egress.address(account.host, account.port);
  const { createTransport } = await import('nodemailer');
  const transport: Transporter = createTransport({
    host: address,
    port: account.port,
    secure: account.port === 465,
    requireTLS: account.user !== '' && !opened,
    tls: { servername: account.host },
    ...(account.user ? { auth: { user: account.user, pass: account.password } } : {}),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
  });
  try {
    await transport.sendMail({ ...mail, from: { name: oneLine(account.fromName), address: account.fromAddress } });
  } finally {
    transport.close();
  }
}

/** What to tell the tenant: a word of ours, never a word of the server, which may stand where it should not be asked. */
export function faultOf(error: unknown): SmtpFault {
  if (error instanceof Problem) return 'refused-address';
  const { code, command, message } = error as { code?: string; command?: string; message?: string };
  if (code === 'EAUTH') return 'sign-in';
  if (code === 'ETLS' || /certificate|TLS|SSL/i.test(message ?? '')) return 'tls';
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender' : 'recipient';
  if (['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ENOTFOUND', 'ECONNREFUSED', 'EAI_AGAIN'].includes(code ?? '')) return 'unreachable';
  return 'server';
}
