import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What may be muted (`about: 'notice'`) and what always goes out. Unmarked mail always does, so each kind of it stands here with the
 * reason; whatever is not here has to be a notice.
 */
const ALWAYS: Record<string, string> = {
  'accounts.': 'whose account it is must hear of invitations, codes, new factors, changed passwords and blocked sign-ins',
  'opt-out.': 'whoever reads them is no user and has asked for it; there are a few a day at most',
  'billing.': 'it is about money that is owed or was taken',
  'payments.': 'it is about money that is owed or was taken',
  'dunning.': 'it is about money that is owed or was taken',
  'agency-billing.': 'it is about money that is owed or was taken',
  'prepaid.mail.stopped.': 'leads stop being bought, which costs the client its campaign',
  'wallet.': 'leads stop being paid for, which costs the agency its campaigns',
  'site-id.mail.developer.': 'somebody asks for it and is told that it is on its way',
  'agreements.mail.changed.': 'a text that binds the company changes, and what needs it is shut after a date',
};

/** Every mail of the product, in a call of `mail` or `mailOwner` or made for several: where it stands, the key of its subject and what it says of its kind. */
const calls = globSync(['core/**/*.ts', 'plugins/**/*.ts'])
  .filter((file) => !/\.(test|fake)\.ts$|^core\/(testing|mail|contract)\/|accounts\/owner\.ts$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/(?:\.mail\(|mailOwner\(\w+, [\w.]+, |Omit<MailInput, 'to'>>? => \()\{/g)].flatMap(
      ({ index, 0: { length } }) => {
        const call = literalAt(source, index + length - 1);
        if (/^\{ to(: [\w.]+)?, \.\.\./.test(call)) return []; // made elsewhere in the file
        return { file, subject: /subject: ['`]([^'`]+)['`]/.exec(call)?.[1] ?? '', about: /about: '(\w+)'/.exec(call)?.[1] ?? 'unmarked' };
      },
    );
  });

/** The object literal that begins at `from`, by counting braces: mails hold no text with a single one. */
function literalAt(source: string, from: number): string {
  for (let at = from, depth = 0; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

/** What reads the same in every language; all else is a text or a moment, which the mailer words in the language of the mail. */
const PLAIN: Record<string, readonly string[]> = {
  'names that people gave': ['agency', 'by', 'campaign', 'client', 'company', 'name'],
  'addresses, codes and numbers of documents': ['code', 'domain', 'email', 'invoice', 'link', 'page'],
  'money as it is written everywhere': ['amount', 'balance', 'minimum', 'short', 'spent', 'taken'],
  numbers: ['count', 'hours', 'left', 'minutes', 'percent', 'total'],
  'days, which the catalogue writes out': ['day', 'from'],
  'what somebody typed': ['answer'],
};
/** Days under a name that is a moment elsewhere. */
const DAYS = new Set(['agency-billing until', 'billing due', 'reports first', 'reports last']);

/** Names that files of a plugin fill in as texts or moments. */
function wordedBy(plugin: string): Set<string> {
  const sources = globSync(`plugins/*/${plugin}/**/*.ts`).filter((file) => !/\.(test|fake)\.ts$/.test(file));
  return new Set(
    sources.flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      const literals = [...source.matchAll(/\b(?:texts|moments)(?::| =) \{/g)].map((m) => literalAt(source, source.indexOf('{', m.index)));
      return literals.flatMap((literal) => [...literal.matchAll(/[{,]\s*(\w+)\s*(?=[:,}])/g)].map((m) => m[1]!));
    }),
  );
}

test('what fills a mail is plain, or worded in the language of the mail', () => {
  const plain = new Set(Object.values(PLAIN).flat());
  const faults = globSync('plugins/*/*/locales/en.json').flatMap((file) => {
    const plugin = file.split('/')[2]!;
    const worded = wordedBy(plugin);
    const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
    return texts
      .filter(([key]) => key.startsWith(`${plugin}.mail.`))
      .flatMap(([key, text]) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => `${key} {${m[1]}}`).filter((at) => !isWell(at)));
    function isWell(at: string): boolean {
      const name = /\{(\w+)\}/.exec(at)![1]!;
      return plain.has(name) || worded.has(name) || DAYS.has(`${plugin} ${name}`);
    }
  });
  expect(faults).toEqual([]);
});

test('the product sends mail, and every subject is a key', () => {
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter(({ subject }) => !/^[a-z-]+\./.test(subject))).toEqual([]);
});

test('mail that always goes out has a reason; all other mail is a notice that can be muted', () => {
  const isAlways = (subject: string): boolean => Object.keys(ALWAYS).some((prefix) => subject.startsWith(prefix));
  expect(calls.filter(({ subject, about }) => about !== 'notice' && !isAlways(subject))).toEqual([]);
  expect(calls.filter(({ subject, about }) => about === 'notice' && /^(accounts|profile|agreements)\./.test(subject))).toEqual([]);
});
