import { createHmac } from 'node:crypto';
import { type Ctx, invalid } from '../../../core/contract.ts';
import { type Person, PersonRecords, type Typed } from './contract.ts';
import { maskedAddress } from './shared.ts';

const EMAIL = /^[^\s@,;"\p{C}]{1,64}@[^\s@,;"\p{C}]{1,185}\.[^\s@.,;"\p{C}]{2,63}$/u;
const LEAD = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOBODY: Person = { emails: [], leads: [], keys: [] };
/** Rounds in which what is known of somebody may grow, and how far. */
const MOST_ROUNDS = 5;
const MOST_KNOWN = 1_000;

/** What was typed into one field. Throws 422 on `who` for what is none of the three. */
export function typedOf(text: string): Typed {
  const value = text.trim().toLowerCase();
  if (value.length <= 254 && EMAIL.test(value)) return { email: value };
  if (LEAD.test(value)) return { lead: value };
  const digits = value.replace(/\D/g, '');
  if (/^[\d\s()+./x-]+$/.test(value) && digits.length >= 10 && digits.length <= 15) return { phone: digits.slice(-10) };
  throw invalid('who', 'privacy.who.unknown');
}

/** What was typed, or the key of somebody whom a list named by a telephone number. */
export type Known = Typed | { key: string };

/** As lists show it while the request is open. */
export function labelOf(typed: Known): string {
  if ('key' in typed) return '';
  if ('phone' in typed) return `••• ${typed.phone.slice(-4)}`;
  if ('lead' in typed) return typed.lead;
  return maskedAddress(typed.email);
}

/** By which the same request is known again; nobody can read it. */
export const hashOf = ({ secrets }: Ctx, typed: Known): Buffer =>
  createHmac('sha256', secrets.key('privacy typed')).update(JSON.stringify(typed)).digest();

/** The one person who is meant. Throws 422 on `who` when it is nobody or may be several: a telephone is shared, and nobody is erased by mistake. */
export async function personOf(ctx: Ctx, typed: Typed): Promise<Person> {
  if ('email' in typed) return completed(ctx, { ...NOBODY, emails: [typed.email] });
  const meant: Person[] = [];
  for (const data of ctx.contributions(PersonRecords)) meant.push(...((await data.whom?.(ctx, typed)) ?? []));
  const [first, ...others] = meant;
  if (!first) throw invalid('who', 'privacy.who.nobody');
  if (others.length > 0) throw invalid('who', 'privacy.who.several', { count: meant.length });
  return completed(ctx, first);
}

/** With all else that the plugins know to be theirs. */
export async function completed(ctx: Ctx, person: Person): Promise<Person> {
  let known = person;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = sizeOf(known);
    for (const data of ctx.contributions(PersonRecords)) if (data.more) known = joined(known, await data.more(ctx, known));
    if (sizeOf(known) === before) return known;
    if (sizeOf(known) > MOST_KNOWN) throw invalid('who', 'privacy.who.several', { count: MOST_KNOWN });
  }
  return known;
}

const sizeOf = ({ emails, leads, keys }: Person): number => emails.length + leads.length + keys.length;
const joined = (a: Person, b: Person): Person => ({
  emails: [...new Set([...a.emails, ...b.emails])],
  leads: [...new Set([...a.leads, ...b.leads])],
  keys: [...new Set([...a.keys, ...b.keys])],
});
