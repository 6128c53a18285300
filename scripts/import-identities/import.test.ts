import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '../../core/boot/database.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { cloneTemplate, testConfig } from '../../core/testing/template.ts';
import { importIdentities } from './import.ts';

let client: pg.Client;
let database: Awaited<ReturnType<typeof cloneTemplate>>;
const key = Buffer.alloc(32, 1);

beforeAll(async () => {
  database = await cloneTemplate(inject('adminUrl'));
  const loaded = await loadPlugins(['capture']);
  await prepareDatabase(
    testConfig(database.url),
    database.url,
    loaded.map((l) => l.plugin!),
  );
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
beforeEach(() => client.query('truncate capture_person, capture_identity'));
afterAll(async () => {
  await client.end();
  await database.drop();
});

const load = async (csv: string | Buffer | (string | Buffer)[], mostRejected?: number) => {
  const rejected: { line: number; why: string; text: string }[] = [];
  const result = await importIdentities(Readable.from([csv].flat()), {
    url: database.url,
    key,
    say: () => undefined,
    rejected: { add: (line, why, text) => void rejected.push({ line, why, text }), close: async () => null },
    ...(mostRejected === undefined ? {} : { mostRejected }),
  });
  expect(result.read).toBe(result.added + result.known + result.rejected);
  expect(rejected).toHaveLength(result.rejected);
  return { ...result, lines: rejected };
};
const people = async () => (await client.query('select * from capture_person order by email')).rows as Record<string, unknown>[];
const emails = async () => (await people()).map((p) => p['email']);
const ownerOf = async (ip: string) =>
  (await client.query("select person_id from capture_identity where kind = 'ip' and value = convert_to($1, 'utf8')", [ip])).rows[0]
    ?.person_id as string | null | undefined;

test('loads people once, completes them, and counts every line', async () => {
  const heading = '\ufeffEmail,First_Name,last_name,phone,address,city,state,zip,company,ip,unknown\r\n';
  const first = await load(
    `${heading}" Ann@Example.com ",Ann,"O""Neil, Jr.",3125550100,"1 Main\\St",Chicago,il,60601,,192.0.2.7,x\r\n` +
      'not an address,Bob,B,,,,,,,,\r\n\r\n,,,,,,,,,,\r\n,Cy,Cole,,77 Oak Ave,Reno,NV,89501,,192.0.2.8,\r\nann@example.com,,,,,,,,Acme,192.0.2.7,\r\n',
  );
  expect(first).toMatchObject({ read: 5, rejected: 2, added: 2, known: 1 });
  expect(first.lines).toMatchObject([
    { line: 3, why: expect.stringContaining('e-mail'), text: 'not an address,Bob,B,,,,,,,,' },
    { line: 5, why: expect.stringContaining('neither') },
  ]);
  await load(`${heading}ann@example.com,,,,,,,,Acme Inc,,\r\n`);
  const again = await load(`${heading}dan@example.com,Dan,,,,,,,,192.0.2.7,\r\nann@example.com,Ann,,,,,,,,,\r\n`);
  expect(again).toMatchObject({ added: 1, known: 1, rejected: 0 });
  expect(await people()).toMatchObject([
    { email: '', first_name: 'Cy', address: '77 Oak Ave' },
    { email: 'ann@example.com', first_name: 'Ann', last_name: 'O"Neil, Jr.', address: '1 Main\\St', state: 'IL', company: 'Acme Inc' },
    { email: 'dan@example.com' },
  ]);
  expect((await client.query("select encode(value, 'hex') as md5 from capture_identity where kind = 'md5' order by 1")).rows).toHaveLength(
    2,
  );
  expect(await ownerOf('192.0.2.8')).toBeTruthy();
  expect(await ownerOf('192.0.2.7')).toBeNull();
});

describe('a bad line costs itself only:', () => {
  const good = (from: number, to: number) =>
    Array.from({ length: to - from }, (_x, n) => `Jo,p${from + n}@example.com,"1 Main St, Reno"\n`).join('');
  test.each([
    ['a quote that is never closed', 'Jo,"stray@example.com,1 Main St\n', 1],
    ['a quote within a value', 'Jo,st"ray@example.com,1 Main St\n', 1],
    ['two of them', 'Jo,"stray@example.com,1 Main St\nJo,"stray2@example.com,1 Main St\n', 2],
    ['a quote behind a closed one', 'Jo,"stray"x@example.com,1 Main St\n', 1],
    ['an overlong value', `${'J'.repeat(101)},long@example.com,1 Main St\n`, 1],
    ['an overlong address', `Jo,${'l'.repeat(300)}@example.com,1 Main St\n`, 1],
    ['an overlong line', `Jo,${'l'.repeat(300_000)},1 Main St\n`, 1],
    ['too many values', 'Jo,many@example.com,1 Main St,Reno,NV\n', 1],
    ['NUL and other control characters', 'Jo,a\u0000\u0001b@c\n', 1],
  ])('%s', async (_name, bad, rejected) => {
    const result = await load(`first_name,email,address\n${good(0, 40)}${bad}${good(40, 15_000)}`);
    expect(result).toMatchObject({ read: 15_000 + rejected, added: 15_000, known: 0, rejected });
    expect(result.lines[0]!.line).toBe(42);
  });

  test('and at the end of the file too', async () => {
    const result = await load(`first_name,email,address\n${good(0, 5)}Jo,"open@example.com,1 Main St`);
    expect(result).toMatchObject({ read: 6, added: 5, rejected: 1, lines: [{ line: 7, why: 'a quote is not closed' }] });
  });

  test('a value that rightly breaks lines is one value', async () => {
    expect(await load('first_name,email,address\nJo,jo@example.com,"1 Main St\nApt 5"\nAl,al@example.com,x\n')).toMatchObject({
      added: 2,
      rejected: 0,
    });
    expect((await people())[1]).toMatchObject({ address: '1 Main St Apt 5' });
  });
});

test('too many bad lines end the import before anything is changed', async () => {
  const lines = (good: number, bad: number) =>
    `email\n${Array.from({ length: good }, (_x, n) => `p${n}@example.com\n`).join('')}${'nobody\n'.repeat(bad)}`;
  await expect(load(lines(850, 150))).rejects.toThrow('150 of 1,000 lines were rejected, more than 10 %, so nothing was imported.');
  expect(await people()).toEqual([]);
  expect(await load(lines(850, 150), 0.2)).toMatchObject({ added: 850, rejected: 150 });
  expect(await load(lines(5, 90))).toMatchObject({ known: 5, rejected: 90 });
  await expect(load(lines(0, 3))).rejects.toThrow('3 of 3');
});

test('a database that fails midway leaves nothing of the file', async () => {
  await client.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
    create trigger refuse before insert on capture_identity for each row when (new.kind = 'ip') execute function refuse()`);
  await expect(load('email,ip\na@example.com,192.0.2.1\n')).rejects.toThrow('disk full');
  await client.query('drop function refuse cascade');
  expect(await people()).toEqual([]);
});

describe('encodings', () => {
  const csv = 'email,first_name\nzoe@example.com,Zoë 東\n';
  const be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  test.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${csv}`)],
    ['UTF-16 little-endian with its mark', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['UTF-16 big-endian with its mark', be(`\ufeff${csv}`)],
    ['UTF-16 little-endian', Buffer.from(csv, 'utf16le')],
    ['UTF-16 big-endian', be(csv)],
  ])('%s is read, byte by byte as well', async (_name, bytes) => {
    for (const parts of [[bytes], [...bytes].map((byte) => Buffer.from([byte]))]) {
      await client.query('truncate capture_person');
      expect(await load(parts)).toMatchObject({ read: 1, added: 1 });
      expect(await people()).toMatchObject([{ email: 'zoe@example.com', first_name: 'Zoë 東' }]);
    }
  });

  test('anything else is refused with the line where it shows', async () => {
    const latin = Buffer.from(`email,first_name\n${'a@example.com,Ann\n'.repeat(30)}zoe@example.com,Zo\u00eb\n`, 'latin1');
    await expect(load(latin)).rejects.toThrow('Line 32 is not valid UTF-8 text. Save the file as UTF-8 or UTF-16');
    await expect(load(Buffer.from('email\nzo\u00eb', 'utf8').subarray(0, -1))).rejects.toThrow('not valid UTF-8');
    expect(await people()).toEqual([]);
  });

  test('semicolons and tabs are seen in the heading', async () => {
    expect(await load('email;first_name\na@example.com;"A;n"\n')).toMatchObject({ added: 1 });
    expect(await load('email\tfirst_name\nb@example.com\tBo\n')).toMatchObject({ added: 1 });
    expect(await people()).toMatchObject([{ first_name: 'A;n' }, { first_name: 'Bo' }]);
    expect(await emails()).toEqual(['a@example.com', 'b@example.com']);
  });
});

test('says what is wrong with a file without a heading, or with nothing in it', async () => {
  await expect(load('a,b\n1,2\n')).rejects.toThrow('must name the columns');
  await expect(load('')).rejects.toThrow('empty');
  expect(await load('email\n')).toMatchObject({ read: 0 });
});

test('statistics that are taken while people are being added do not slow the merge down', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const over = new AbortController();
  const analyzing = (async () => {
    while (!over.signal.aborted) await other.query('analyze capture_person, capture_identity');
    await other.end();
  })();
  const lines = Array.from({ length: 30_000 }, (_x, n) => `p${n}@example.com\n`).join('');
  const loading = load(`email\n${lines}`).finally(() => over.abort());
  expect(await loading).toMatchObject({ added: 30_000 });
  await analyzing;
});

describe('the command', () => {
  const dir = mkdtempSync(join(scratchDir(), 'import-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const command = (...args: string[]): Promise<{ code: number; said: string }> =>
    promisify(execFile)(process.execPath, ['scripts/import-identities.ts', ...args], {
      env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: database.url, LOCAL_DIR: dir },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, said: error.stdout + error.stderr }),
    );
  const file = (text: string): string => {
    const path = join(dir, 'people.csv');
    writeFileSync(path, text);
    return path;
  };

  test('answers a missing file, a folder, an empty file and none at all with a sentence', async () => {
    expect(await command(join(dir, 'nowhere.csv'))).toEqual({ code: 1, said: `There is no file ${join(dir, 'nowhere.csv')}.\n` });
    expect(await command(dir)).toEqual({ code: 1, said: `${dir} is not a file.\n` });
    expect(await command(file(''))).toEqual({ code: 1, said: `${join(dir, 'people.csv')} is empty.\n` });
    expect(await command()).toMatchObject({ code: 1, said: expect.stringMatching(/^Name one file/) });
  });

  test('writes rejected lines beside the file, readable by their owner alone', async () => {
    const path = file('email,first_name\na@example.com,Ann\nnobody,"Bo, Jr."\n');
    const { code, said } = await command(path);
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining('Done: 2 lines = 1 new people + 0 known + 1 rejected.'),
    });
    expect(readFileSync(`${path}.rejected.csv`, 'utf8')).toBe('line,reason,text\n3,the e-mail address is not valid,"nobody,""Bo, Jr."""\n');
    const { code: none, said: why } = await command(file('email\nnobody\n'));
    expect({ none, why }).toMatchObject({ none: 1, why: expect.stringContaining('nothing was imported') });
  });
});
