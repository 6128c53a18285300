import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadPlugins } from '../core/boot/load.ts';
import { prepareDatabase } from '../core/boot/database.ts';
import { cloneTemplate, testConfig } from '../core/testing/template.ts';
import { importIdentities } from './import-identities.ts';

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
afterAll(async () => {
  await client.end();
  await database.drop();
});

const load = async (csv: string) => {
  const said: string[] = [];
  const result = await importIdentities(Readable.from([csv]), { url: database.url, key, say: (line) => said.push(line) });
  return { ...result, said };
};
const people = async () => (await client.query('select * from capture_person order by email')).rows as Record<string, unknown>[];
const ownerOf = async (ip: string) =>
  (await client.query("select person_id from capture_identity where kind = 'ip' and value = convert_to($1, 'utf8')", [ip])).rows[0]
    ?.person_id as string | null | undefined;

test('loads people once, completes them, and skips what says too little', async () => {
  const heading = '\ufeffEmail,First_Name,last_name,phone,address,city,state,zip,company,ip,unknown\r\n';
  const first = await load(
    `${heading}" Ann@Example.com ",Ann,"O""Neil, Jr.",3125550100,"1 Main\\St",Chicago,il,60601,,192.0.2.7,x\r\n` +
      'not an address,Bob,B,,,,,,,,\r\n,,,,,,,,,,\r\n,Cy,Cole,,77 Oak Ave,Reno,NV,89501,,192.0.2.8,\r\nann@example.com,,,,,,,,Acme,192.0.2.7,\r\n',
  );
  expect(first).toMatchObject({ read: 5, skipped: 2, added: 2 });
  expect(first.said.filter((line) => line.startsWith('Line'))).toEqual([
    expect.stringContaining('e-mail'),
    expect.stringContaining('neither'),
  ]);
  await load(`${heading}ann@example.com,,,,,,,,Acme Inc,,\r\n`);
  const again = await load(`${heading}dan@example.com,Dan,,,,,,,,192.0.2.7,\r\nann@example.com,Ann,,,,,,,,,\r\n`);
  expect(again).toMatchObject({ added: 1, skipped: 0 });
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

test('says what is wrong with a file without a heading', async () => {
  await expect(load('a,b\n1,2\n')).rejects.toThrow('must name the columns');
});
