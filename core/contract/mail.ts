import type { Tenant } from './tenancy.ts';
import { definePort } from './plugin.ts';

/** A file that goes out with a mail. */
export interface Attachment {
  filename: string;
  type: string;
  content: Uint8Array;
}
/** Bytes of a mail's attachments: what about every mail server takes. */
export const MOST_ATTACHED = 5 * 1024 * 1024;

/** A mail server of a company's own, with its password in the open: never stored or logged like this. */
export interface SmtpAccount {
  host: string;
  port: number;
  /** Empty: the server asks for no sign-in. */
  user: string;
  password: string;
  fromName: string;
  fromAddress: string;
}
/** How the mails of a company look. */
export interface Letterhead {
  name: string;
  /** `#rrggbb` of headings and rules. */
  color: string;
  logo: { type: string; bytes: Buffer } | null;
}
export interface MailSenderApi {
  /** The look of what is written in the name of the caller's agency, mails and documents. */
  letterhead(): Promise<Letterhead>;
  /** For mail to the people of a company of the caller's agency. Without `smtp` the platform's own server sends. */
  of(company: Tenant): Promise<{ letterhead: Letterhead; smtp: SmtpAccount | null }>;
  /** Notes how the company's own server did; `problem` null means that a mail went out. */
  noted(company: Tenant, problem: string | null): Promise<void>;
}
/** Who sends an agency's mail and how it looks; provided by one plugin, asked by the mailer. */
export const MailSender = definePort<MailSenderApi>('core.mail-sender.v1');

/** Why a mail server did not take a mail; says nothing of what the server said. */
export type SmtpFault = 'refused-address' | 'unreachable' | 'tls' | 'sign-in' | 'sender' | 'recipient' | 'server';
export interface SmtpApi {
  /** Sends one mail through the account, behind the guard of outgoing calls. Never inside a transaction; answers null when it was taken. */
  send(account: SmtpAccount, mail: { to: string; subject: string; text: string; html?: string }): Promise<SmtpFault | null>;
}
/** Mail servers that tenants name; provided by core. */
export const Smtp = definePort<SmtpApi>('core.smtp.v1');
