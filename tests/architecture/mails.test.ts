import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What may be muted (`about: 'notice'`) and what always goes out. Unmarked mail always does, so each kind of it stands here with the
 * reason; whatever is not here has to be a notice.
 */
const ALWAYS: Record<string, string> = {
  'accounts.': 'whose account it is must hear of invitations, codes, new factors, changed passwords and blocked sign-ins',
  'billing.': 'it is about money that is owed or was taken',
  'payments.': 'it is about money that is owed or was taken',
  'dunning.': 'it is about money that is owed or was taken',
  'agency-billing.': 'it is about money that is owed or was taken',
  'prepaid.mail.stopped.': 'leads stop being bought, which costs the client its campaign',
  'wallet.': 'leads stop being paid for, which costs the agency its campaigns',
  'agreements.mail.changed.': 'a text that binds the company changes, and what needs it is shut after a date',
};

/** Every call of `mail` in the product: where it stands, the key of its subject and what it says of its kind. */
const calls = globSync(['core/**/*.ts', 'plugins/**/*.ts'])
  .filter((file) => !/\.(test|fake)\.ts$|^core\/(testing|mail|contract)\//.test(file))
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/\.mail\(\{/g)].map(({ index }) => {
      const call = literalAt(source, source.indexOf('{', index));
      return { file, subject: /subject: ['`]([^'`]+)['`]/.exec(call)?.[1] ?? '', about: /about: '(\w+)'/.exec(call)?.[1] ?? 'unmarked' };
    });
  });

/** The object literal that begins at `from`, by counting braces: mails hold no text with a single one. */
function literalAt(source: string, from: number): string {
  for (let at = from, depth = 0; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

test('the product sends mail, and every subject is a key', () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter(({ subject }) => !/^[a-z-]+\./.test(subject))).toEqual([]);
});

test('mail that always goes out has a reason; all other mail is a notice that can be muted', () => {
  const isAlways = (subject: string): boolean => Object.keys(ALWAYS).some((prefix) => subject.startsWith(prefix));
  expect(calls.filter(({ subject, about }) => about !== 'notice' && !isAlways(subject))).toEqual([]);
  expect(calls.filter(({ subject, about }) => about === 'notice' && /^(accounts|profile|agreements)\./.test(subject))).toEqual([]);
});
