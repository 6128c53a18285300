import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';
import { type Ctx, invalid, NamesPort } from '../../../core/contract.ts';

/** Fewer are enough for those who show a second factor as well. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MIN_WITH_FACTOR = 8;
export const PASSWORD_MAX = 128;

/** Passwords and words that guessing tries first: some 55,000, lower case. */
const COMMON: ReadonlySet<string> = new Set(Object.values(dictionary).flat());

/** How many guesses a password takes, by common passwords and names, keyboards, sequences, dates and look-alikes. */
const guessing = new ZxcvbnFactory({ dictionary, graphs });
/** Of a longer one so many characters are looked at: the work grows with their square, and 48 take 20 ms at most. */
const LOOKED_AT = 48;
/** A hundred million guesses; with a second factor a million: eight characters of any kind are good then. */
const SCORE = 3;
const SCORE_WITH_FACTOR = 2;

export const lengthOf = (password: string): number => Array.from(password.normalize('NFKC')).length;

/**
 * Refuses (422 on `field`) a password that guessing would find: too short, a common one, a pattern, or made of words that belong
 * to the person, the company or the product.
 */
export function refuseWeakPassword(field: string, password: string, words: readonly string[], min = PASSWORD_MIN): void {
  const plain = password.normalize('NFKC').toLowerCase();
  if (lengthOf(password) < min) throw invalid(field, 'accounts.password.short', { min });
  if (isSimple(plain, min < PASSWORD_MIN ? SCORE_WITH_FACTOR : SCORE)) throw invalid(field, 'accounts.password.simple');
  const own = words.flatMap((w) => w.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((w) => w.length >= 4);
  const rest = own.reduce((left, word) => left.replaceAll(word, ''), plain);
  if (rest.length < min / 2) throw invalid(field, 'accounts.password.personal');
}

/** Words that everybody connects with the person's company, the brand they sign in at and the products. */
export function contextWords(ctx: Ctx, person: { email: string; name: string }, companyName: string): string[] {
  const products = ctx
    .use(NamesPort)
    .list()
    .flatMap(({ name, url }) => [name, url]);
  return [person.email, person.name, companyName, ctx.tenant.name, ctx.host.name, ...products];
}

/** Few different characters, something repeated, a common one, or what guessing finds soon. */
const isSimple = (plain: string, score: number): boolean =>
  new Set(plain).size < 5 ||
  /^(.+?)\1+$/su.test(plain) ||
  isCommon(plain) ||
  guessing.check(Array.from(plain).slice(0, LOOKED_AT).join('')).score < score;

/** A listed password, also with digits and signs put before or behind it. */
function isCommon(plain: string): boolean {
  const bare = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return COMMON.has(plain) || (bare.length > 0 && COMMON.has(bare));
}
