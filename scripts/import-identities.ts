/**
 * Loads people into the identity graph: `npm run import-identities -- people.csv`.
 * The first line names the columns: first_name, last_name, email, phone, address, city, state, zip, company and, if known, ip; others
 * are ignored. Safe to repeat and to break off: each batch is one transaction, and a person who is there already is completed.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse';
import ipaddr from 'ipaddr.js';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { derivedKey, loadConfig } from '../config/default.ts';
import { openDatabase } from '../core/boot/database.ts';
import { cleanPerson, emailHashes, PERSON_KEY, personKey } from '../plugins/capture/identity/person.ts';

const COLUMNS = ['first_name', 'last_name', 'email', 'phone', 'address', 'city', 'state', 'zip', 'company'] as const;
const BATCH = 20_000;
const MOST_COMPLAINTS = 20;

export interface ImportResult {
  /** Lines after the heading. */
  read: number;
  skipped: number;
  /** People in the graph afterwards who were not there before. */
  added: number;
}

/**
 * Reads CSV text and merges it into the graph of the database at `url` (the schema's owner). `key` is the secret of the person
 * keys. Each bad row is told to `say` (the first twenty) and skipped. Throws when the heading names no usable column.
 */
export async function importIdentities(
  input: Readable,
  options: { url: string; key: Buffer; say: (line: string) => void },
): Promise<ImportResult> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'import-identities',
    options: '-c app.scope=platform -c timezone=UTC',
  });
  await client.connect();
  try {
    await client.query(STAGE);
    return await new Import(client, options.key, options.say).run(input);
  } finally {
    await client.end();
  }
}

class Import {
  readonly #client: pg.Client;
  readonly #key: Buffer;
  readonly #say: (line: string) => void;
  readonly #result: ImportResult = { read: 0, skipped: 0, added: 0 };
  readonly #began = performance.now();

  constructor(client: pg.Client, key: Buffer, say: (line: string) => void) {
    this.#client = client;
    this.#key = key;
    this.#say = say;
  }

  async run(input: Readable): Promise<ImportResult> {
    const rows = parse({
      bom: true,
      columns: checkedHeading,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      skip_records_with_error: true,
      on_skip: (error) => void this.#skip(Number(error?.lines ?? 0), error?.message ?? 'not readable'),
    });
    // Errors of the source and of the heading come out of the loop as well.
    void pipeline(input, rows).catch(() => undefined);
    let lines: string[] = [];
    for await (const { record, info } of rows as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      const line = this.#stagedLine(record, info.lines);
      if (line !== null) lines.push(line);
      if (lines.length >= BATCH) {
        await this.#merge(lines);
        lines = [];
      }
    }
    if (lines.length > 0) await this.#merge(lines);
    return this.#result;
  }

  /** One row as COPY reads it, or null when it tells too little. */
  #stagedLine(record: Record<string, string>, number: number): string | null {
    this.#result.read += 1;
    const person = cleanPerson({
      firstName: record['first_name'],
      lastName: record['last_name'],
      email: record['email'],
      phone: record['phone'],
      address: record['address'],
      city: record['city'],
      state: record['state'],
      zip: record['zip'],
      company: record['company'],
    });
    if (record['email']?.trim() && !person.email) return this.#skip(number, 'the e-mail address is none', false);
    const key = personKey(this.#key, person);
    if (!key) return this.#skip(number, 'neither e-mail, phone, nor name with zip and house number', false);
    const { md5, sha256 } = emailHashes(person.email);
    const ip = record['ip']?.trim() ?? '';
    const address = ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '';
    return [
      String(number),
      `\\\\x${key.toString('hex')}`,
      md5 && `\\\\x${md5}`,
      sha256 && `\\\\x${sha256}`,
      address,
      person.firstName,
      person.lastName,
      person.email,
      person.phone,
      person.address,
      person.city,
      person.state,
      person.zip,
      person.company,
    ]
      .map((value, n) => (n < 4 ? value || '\\N' : value.replaceAll('\\', '\\\\')))
      .join('\t');
  }

  #skip(line: number, why: string, unread = true): null {
    if (unread) this.#result.read += 1;
    this.#result.skipped += 1;
    if (this.#result.skipped <= MOST_COMPLAINTS) this.#say(`Line ${line} skipped: ${why}`);
    if (this.#result.skipped === MOST_COMPLAINTS) this.#say('Further lines are skipped without a word.');
    return null;
  }

  async #merge(lines: readonly string[]): Promise<void> {
    await this.#client.query('begin');
    try {
      await this.#client.query('truncate import_row');
      await pipeline(Readable.from([`${lines.join('\n')}\n`]), this.#client.query(copyFrom('copy import_row from stdin')));
      const { rows } = await this.#client.query<{ added: string }>(MERGE_PEOPLE);
      await this.#client.query(MERGE_HASHES);
      await this.#client.query(MERGE_ADDRESSES);
      await this.#client.query('commit');
      this.#result.added += Number(rows[0]!.added);
    } catch (error) {
      await this.#client.query('rollback').catch(() => undefined);
      throw error;
    }
    const { read, skipped, added } = this.#result;
    const seconds = (performance.now() - this.#began) / 1000;
    this.#say(
      `${read.toLocaleString('en-US')} lines, ${added.toLocaleString('en-US')} new people, ${skipped.toLocaleString('en-US')} skipped, ${Math.round(read / seconds).toLocaleString('en-US')} lines/s`,
    );
  }
}

function checkedHeading(heading: string[]): string[] {
  const names = heading.map((h) => h.trim().toLowerCase());
  if (!names.includes('email') && !names.includes('phone') && !names.includes('address'))
    throw new Error(`The first line must name the columns (${COLUMNS.join(', ')}).`);
  return names;
}

const STAGE = `create temp table import_row (line bigint, person_key bytea, md5 bytea, sha256 bytea, ip text, ${COLUMNS.map((c) => `${c} text`).join(', ')})`;
// Where several lines speak of one person, the last word counts for each column, and an empty one says nothing.
const MERGE_PEOPLE = `
  with merged as (
    insert into capture_person as p (person_key, ${COLUMNS.join(', ')}, source)
    select person_key, ${COLUMNS.map((c) => `coalesce((array_agg(${c} order by line desc) filter (where ${c} <> ''))[1], '')`).join(', ')}, 'import'
    from import_row group by person_key order by person_key
    on conflict (person_key) do update set ${COLUMNS.map((c) => `${c} = coalesce(nullif(excluded.${c}, ''), p.${c})`).join(', ')}, changed_at = now()
    returning xmax = 0 as is_new)
  select count(*) filter (where is_new) as added from merged`;
const MERGE_HASHES = `
  insert into capture_identity (kind, value, person_id)
  select distinct on (h.kind, h.value) h.kind, h.value, p.id from import_row r join capture_person p using (person_key)
    cross join lateral (values ('md5', r.md5), ('sha256', r.sha256)) as h (kind, value)
  where h.value is not null order by h.kind, h.value
  on conflict (kind, value) do update set person_id = excluded.person_id where capture_identity.person_id is distinct from excluded.person_id`;
// An address that leads to several people leads to nobody.
const MERGE_ADDRESSES = `
  insert into capture_identity as i (kind, value, person_id)
  select 'ip', convert_to(r.ip, 'utf8'), case when count(distinct p.id) = 1 then min(p.id) end
  from import_row r join capture_person p using (person_key) where r.ip <> '' group by r.ip order by 2
  on conflict (kind, value) do update set person_id = case when i.person_id = excluded.person_id then i.person_id end`;

async function main(file: string | undefined): Promise<void> {
  if (!file) throw new Error('Say which file: npm run import-identities -- people.csv');
  const say = (line: string): void => console.log(line);
  const config = loadConfig();
  const database = await openDatabase(config, say);
  try {
    const { read, added, skipped } = await importIdentities(createReadStream(file), {
      url: database.url,
      key: derivedKey(config, PERSON_KEY),
      say,
    });
    say(
      `Done: ${read.toLocaleString('en-US')} lines, ${added.toLocaleString('en-US')} new people, ${skipped.toLocaleString('en-US')} skipped.`,
    );
  } finally {
    await database.stop();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(process.argv[2]).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
