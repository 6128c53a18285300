/** The least a collecting server can do: `node:http`, two milliseconds of gathering, one insert into a plain table, an answer. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRawPool } from '../../../core/data/knex.ts';

interface Beacon {
  v: string;
  u: string;
}
interface Waiting {
  beacon: Beacon;
  response: ServerResponse;
}

const INSERT = `insert into bench_visit
  select * from unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::int[], $8::text[], $9::bytea[], $10::text[], $11::text[], $12::text[], $13::boolean[])`;
const pool = openRawPool({ url: process.env['DATABASE_URL']!, max: 1, name: 'limit' });
let waiting: Waiting[] = [];
let busy = false;
let serial = 0;

async function flush(): Promise<void> {
  const batch = waiting;
  waiting = [];
  const all = <V>(value: V): V[] => batch.map(() => value);
  await pool.query({
    name: 'insert',
    text: INSERT,
    values: [
      all(1),
      batch.map(() => (serial += 1)),
      all(new Date()),
      all(1),
      all(1),
      all(1),
      all(1),
      batch.map((w) => w.beacon.v),
      all(null),
      all('127.0.0.1'),
      batch.map((w) => w.beacon.u),
      all(''),
      all(false),
    ],
  });
  for (const { response } of batch) response.writeHead(204).end();
  busy = waiting.length > 0;
  if (busy) await flush();
}

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    waiting.push({ beacon: JSON.parse(text) as Beacon, response });
    if (busy) return;
    busy = true;
    setTimeout(() => void flush(), 2);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`Serving on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`));
