import { aggregate, find, updateOne } from 'mingo';
import { type Document, ObjectId } from 'mongodb';
import { listenMongo } from './wire.ts';

/**
 * A MongoDB server for tests: the protocol over a real socket, documents in memory, queries and updates by `mingo`. It knows
 * the commands that a job queue needs, and refuses the others. `JOBS_MONGODB_URL` in the environment stands for a real one.
 */
export async function startMongo(): Promise<{
  url: string;
  documents(collection: string): Document[];
  cut(): void;
  stop(): Promise<void>;
}> {
  const collections = new Map<string, Document[]>();
  const documents = (name: string): Document[] => {
    if (!collections.has(name)) collections.set(name, []);
    return collections.get(name)!;
  };
  const answer = (command: Document): Document => {
    const name = Object.keys(command)[0]!;
    const run = COMMANDS[name];
    if (!run) return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: ${name}` };
    return { ...run(typeof command[name] === 'string' ? documents(command[name]) : [], command), ok: 1 };
  };
  const { url, server, cut } = await listenMongo(answer);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return { url, documents, cut, stop };
}

const hello = (): Document => ({
  ismaster: true,
  isWritablePrimary: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  minWireVersion: 0,
  maxWireVersion: 25,
  readOnly: false,
});
const batch = (command: Document, rows: Document[]): Document => ({
  cursor: { id: 0n, ns: `${command['$db']}.${Object.values(command)[0]}`, firstBatch: rows },
});
const matching = (rows: Document[], filter: Document): Document[] => find(rows, plain(filter) as Document).all();
const sorted = (rows: Document[], filter: Document, sort?: Document): Document[] => {
  const found = find(rows, plain(filter) as Document);
  return (sort ? found.sort(plain(sort) as Record<string, 1 | -1>) : found).all();
};

const COMMANDS: Record<string, (rows: Document[], command: Document) => Document> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: () => ({}),
  endSessions: () => ({}),
  createIndexes: () => ({ createdCollectionAutomatically: false, numIndexesBefore: 1, numIndexesAfter: 2 }),
  count: (rows, { query = {} }) => ({ n: matching(rows, query).length }),
  aggregate: (rows, command) => batch(command, aggregate(rows, command['pipeline'])),
  find: (rows, command) => {
    const found = sorted(rows, command['filter'] ?? {}, command['sort']).slice(command['skip'] ?? 0);
    return batch(command, command['limit'] ? found.slice(0, Math.abs(command['limit'])) : found);
  },
  insert: (rows, { documents }) => {
    rows.push(...documents);
    return { n: documents.length };
  },
  delete: (rows, { deletes }) => {
    let n = 0;
    for (const { q, limit } of deletes as { q: Document; limit: number }[])
      for (const row of matching(rows, q).slice(0, limit || undefined)) n += rows.splice(rows.indexOf(row), 1).length;
    return { n };
  },
  update: (rows, { updates }) => {
    let n = 0;
    for (const { q, u, multi } of updates as { q: Document; u: Document; multi?: boolean }[])
      for (const row of matching(rows, q).slice(0, multi ? undefined : 1)) {
        change(row, u);
        n += 1;
      }
    return { n, nModified: n };
  },
  findAndModify: (rows, command) => {
    const [found] = sorted(rows, command['query'] ?? {}, command['sort']);
    const row = found ?? (command['upsert'] ? inserted(rows, command['query'], command['update']) : null);
    if (found) change(found, command['update']);
    return { value: row, lastErrorObject: { n: row ? 1 : 0, updatedExisting: Boolean(found) } };
  },
};

/** An upsert's new row: what the query asks for, then what the update sets. */
function inserted(rows: Document[], query: Document, update: Document): Document {
  const equal = Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value !== 'object'));
  const row: Document = { _id: new ObjectId(), ...equal, ...update['$setOnInsert'] };
  change(row, update);
  rows.push(row);
  return row;
}

function change(row: Document, update: Document): void {
  const { $setOnInsert: _only, ...rest } = update;
  const rows = [row];
  if (Object.keys(rest).length > 0) updateOne(rows, {}, rest);
  if (rows[0] !== row) Object.assign(row, rows[0]);
}

/** Documents come off the wire with a prototype of their own making, which mingo does not take for plain ones. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plain)
    : value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
      : value;
