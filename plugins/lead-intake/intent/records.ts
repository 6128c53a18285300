import { cleanPerson, emailHashes, personKey } from '../capture/shared.ts';
import { stateOf } from '../../foundation/places/shared.ts';
import { KEEP_DAYS } from './contract.ts';
import { keywordOf } from './keywords.ts';

const DAY = 86_400_000;

/** What can be wrong with a record, said to whoever sent it. */
export class Refused extends Error {}

/** A record as it is sent: texts by the name of the field. */
export type SentRecord = Readonly<Record<string, string | undefined>>;
/** Whom a record is about: the hash of an e-mail address, or the key of somebody known by a phone number; both in hex. */
export type Identifier = { kind: 'sha256' | 'md5'; value: string; key: null } | { kind: null; value: null; key: string };

/** The keyword as it is stored. Throws `Refused`. */
export function keywordIn(sent: SentRecord): string {
  const keyword = keywordOf(sent['keyword'] ?? '');
  if (!keyword) throw new Refused('the keyword has fewer than 2 or more than 120 characters');
  return keyword;
}

/** Whom a record is about, by one of `email`, `email_sha256`, `email_md5` and `phone`; `secret` is that of the person keys. Throws `Refused`. */
export function identifierIn(secret: Buffer, sent: SentRecord): Identifier {
  const { email, phone } = cleanPerson({ email: sent['email'], phone: sent['phone'] });
  if (sent['email']?.trim() && !email) throw new Refused('the e-mail address is not valid');
  const sha256 = email ? emailHashes(email).sha256 : hexOf(sent['email_sha256'], 64, 'email_sha256');
  if (sha256) return { kind: 'sha256', value: sha256, key: null };
  const md5 = hexOf(sent['email_md5'], 32, 'email_md5');
  if (md5) return { kind: 'md5', value: md5, key: null };
  const key = personKey(secret, cleanPerson({ phone }));
  if (!key) throw new Refused('neither e-mail address, its hash, nor a phone number of ten digits');
  return { kind: null, value: null, key: key.toString('hex') };
}

function hexOf(typed: string | undefined, length: number, name: string): string {
  const hex = typed?.trim().toLowerCase() ?? '';
  if (hex !== '' && !(hex.length === length && /^[0-9a-f]+$/.test(hex))) throw new Refused(`${name} is not ${length} hexadecimal digits`);
  return hex;
}

/** The code of `state`, which may be its name, or empty for none. Throws `Refused`. */
export function stateIn(sent: SentRecord): string {
  const typed = sent['state']?.trim() ?? '';
  const state = typed === '' ? '' : stateOf(typed);
  if (state === null) throw new Refused(`there is no state ${typed.slice(0, 40)}`);
  return state;
}

/** Five digits of `zip`, or empty for none. Throws `Refused`. */
export function zipIn(sent: SentRecord): string {
  const typed = sent['zip']?.trim() ?? '';
  if (typed === '') return '';
  const [, zip] = /^(\d{5})(?:-?\d{4})?$/.exec(typed) ?? [];
  if (!zip) throw new Refused('a zip code has five digits');
  return zip;
}

/** A date, or a date and time with its zone; UTC where it names none. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/;

/** The moment of `searched_at`, within the last 90 days, as ISO text. Throws `Refused`. */
export function timeIn(sent: SentRecord, now: Date): string {
  const [, date, time = '00:00', zone = 'Z'] = TIME.exec(sent['searched_at']?.trim() ?? '') ?? [];
  const at = date ? new Date(`${date}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) : null;
  if (!at || Number.isNaN(at.getTime()) || !isDay(date!)) throw new Refused('searched_at is no date and time such as 2026-06-01T12:00:00Z');
  if (at.getTime() > now.getTime() + DAY) throw new Refused('searched_at lies in the future');
  if (at.getTime() < now.getTime() - KEEP_DAYS * DAY) throw new Refused(`searched_at is more than ${KEEP_DAYS} days ago`);
  return at.toISOString();
}

/** JavaScript takes February 30 for March 2. */
const isDay = (date: string): boolean => new Date(`${date}T00:00Z`).toISOString().startsWith(date);
