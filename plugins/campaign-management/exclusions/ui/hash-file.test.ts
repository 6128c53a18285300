import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAX_RECORDS, readFileOfExcluded } from '../upload-file.ts';
import { hashedFile, MOST_RECORDS } from './hash-file.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashed = async (text: string): Promise<string> => {
  const file = await hashedFile(new File([text], 'My List.csv'), () => undefined);
  expect(file.name).toBe('My List.csv');
  return file.text();
};

test('of a file nothing leaves the browser but hashes, each on the line that it had', async () => {
  const text = [
    '\ufeffName;E-mail',
    '"Ann ""A"" Byron";" Ann@Example.com "',
    '',
    'Bo;bo@nowhere',
    `"two\nlines";${sha256('c@example.com').toUpperCase()}`,
    `${md5('d@example.com')};x`,
    'Élodie;élodie@exämple.com',
  ].join('\r\n');
  const sent = await hashed(text);
  expect(sent.split('\n')).toEqual([
    'not sent',
    md5('ann@example.com'),
    '',
    'not sent',
    '',
    sha256('c@example.com'),
    md5('d@example.com'),
    md5('élodie@exämple.com'),
    '',
  ]);
  for (const part of ['Ann', 'Byron', 'nowhere', '@', 'two', 'lodie']) expect(sent).not.toContain(part);
  // The server finds in it whom it would have found in the file itself, and refuses the same lines.
  const [plain, afterwards] = [text, sent].map((file) => readFileOfExcluded({ name: 'list.csv', text: file }));
  expect(afterwards!.entries).toHaveLength(plain!.entries.length);
  expect(afterwards!.refused.map(({ line }) => line)).toEqual(plain!.refused.map(({ line }) => line));
});

test('signs of several bytes stay whole wherever the file is cut, with and without an end of the last line', async () => {
  const people = Array.from({ length: 2_000 }, (_, n) => `${'é'.repeat(n % 7)}x😀${n}@exämple.com`);
  for (const end of ['', '\r\n'])
    expect((await hashed(`${people.join('\r\n')}${end}`)).trim().split('\n')).toEqual(people.map((address) => md5(address)));
});

test('10,001 rows stay that many, so that the server says that it is too many; of a longer file no more is read', async () => {
  const rows = (count: number): string => Array.from({ length: count }, (_, n) => `p${n}@example.com`).join('\n');
  expect((await hashed(rows(MAX_RECORDS + 1))).trim().split('\n')).toHaveLength(MOST_RECORDS);
  const sent = await hashed(rows(60_000));
  expect(() => readFileOfExcluded({ name: 'list.csv', text: sent })).toThrow();
  expect(sent.length).toBeLessThan(500_000);
});

test('what is no CSV is refused before anything is sent', async () => {
  await expect(hashed('a@example.com\n"b@example.com')).rejects.toThrow();
});

test('others in the browser have their turn meanwhile', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1));
  const seen: number[] = [];
  await hashedFile(new File([Array.from({ length: 5_000 }, (_, n) => `p${n}@example.com`).join('\n')], 'l.csv'), (rows) => seen.push(rows));
  clearInterval(others);
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.at(-1)).toBe(5_000);
  expect(turns).toBeGreaterThan(5);
});
