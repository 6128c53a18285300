import { isIPv4 } from 'node:net';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { cleanPerson, emailHashes, overlongField, personKey } from '../../plugins/lead-intake/capture/identity/person.ts';
import { PERSON_COLUMN, PERSON_COLUMNS, PERSON_FIELDS, personBy } from '../../plugins/lead-intake/leads/shared.ts';
import { type CsvKind, type ImportOptions, stageCsv } from '../import/csv.ts';
import { Graph } from './graph.ts';

/** Every record behind the heading is one of the three: `read` = `added` + `known` + `rejected`. */
export interface ImportResult {
  read: number;
  /** People who were not in the graph before. */
  added: number;
  /** Lines about somebody who was there already, from before or from an earlier line: completed with what they say. */
  known: number;
  rejected: number;
}

/**
 * Reads CSV text and merges it into the graph, as a whole or not at all; `key` is the secret of the person keys. Throws a sentence when the
 * heading names no usable column, the file is no text, or too many lines are rejected; then nothing was imported.
 */
export async function importIdentities(input: Readable, options: ImportOptions & { key: Buffer }): Promise<ImportResult> {
  const graph = await Graph.open(options.url);
  try {
    const { read, staged, rejected } = await stageCsv(input, identitiesOf(options.key), graph.staging, options);
    const added = await graph.merge();
    return { read, added, known: staged - added, rejected };
  } finally {
    await graph.staging.close();
  }
}

const identitiesOf = (secret: Buffer): CsvKind => ({
  heading: `The first line must name the columns (${[...PERSON_COLUMNS, 'ip'].join(', ')}); one of email, phone and address must be among them.`,
  hasHeading: (names) => ['email', 'phone', 'address'].some((name) => names.includes(name)),
  lineOf(row, line) {
    const raw = personBy((field) => row[PERSON_COLUMN[field]]);
    const overlong = overlongField(raw);
    if (overlong) return { why: `${overlong.field} is longer than ${overlong.limit} characters` };
    const person = cleanPerson(raw);
    if (row['email']?.trim() && !person.email) return { why: 'the e-mail address is not valid' };
    const key = personKey(secret, person);
    if (!key) return { why: 'neither e-mail, phone, nor name with zip and house number' };
    const { md5, sha256 } = emailHashes(person.email);
    const head = `${line}\t\\\\x${key.toString('hex')}\t${md5 ? `\\\\x${md5}\t\\\\x${sha256}` : '\\N\t\\N'}\t${addressOf(row['ip'])}\t`;
    const text = PERSON_FIELDS.map((field) => person[field]).join('\t'); // control characters, tabs among them, were cleaned away
    return head + (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);
  },
});

function addressOf(typed: string | undefined): string {
  const ip = typed?.trim() ?? '';
  if (ip === '' || isIPv4(ip)) return ip;
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '';
}
