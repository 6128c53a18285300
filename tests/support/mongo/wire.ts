import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** Numbers of the MongoDB wire protocol: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
const OP = { reply: 1, query: 2004, msg: 2013 };
const HEADER = 16;

export type Answer = (command: Document) => Document;

/** Listens on loopback and hands each command to `answer`. One command after the other, so each of them is atomic. */
export async function listenMongo(answer: Answer): Promise<{ url: string; server: Server; cut(): void }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => undefined));
    let waiting = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
        const length = waiting.readInt32LE(0);
        socket.write(reply(waiting.subarray(0, length), answer));
        waiting = waiting.subarray(length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => open.forEach((socket) => socket.destroy());
  return { url: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/jobs`, server, cut };
}

function reply(message: Buffer, answer: Answer): Buffer {
  const id = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === OP.msg) {
    const body = BSON.serialize(answer(commandOf(message)));
    return framed(OP.msg, id, Buffer.concat([Buffer.alloc(5), body]));
  }
  if (code !== OP.query) throw new Error(`operation ${code} is not spoken here`);
  // The first greeting comes in the old form: flags, a name, two numbers, a document.
  const at = message.indexOf(0, HEADER + 4) + 1 + 8;
  const body = BSON.serialize(answer(BSON.deserialize(message.subarray(at))));
  const head = Buffer.alloc(20);
  head.writeInt32LE(1, 16);
  return framed(OP.reply, id, Buffer.concat([head, body]));
}

/** The document of kind 0, with the sequences of kind 1 put into it. */
function commandOf(message: Buffer): Document {
  const command: Document = {};
  for (let at = HEADER + 4; at < message.length;) {
    const kind = message.readUInt8(at++);
    const size = message.readInt32LE(at);
    if (kind === 0) Object.assign(command, BSON.deserialize(message.subarray(at, at + size)));
    else {
      const nameEnd = message.indexOf(0, at + 4);
      const documents: Document[] = [];
      for (let from = nameEnd + 1; from < at + size; from += message.readInt32LE(from))
        documents.push(BSON.deserialize(message.subarray(from, from + message.readInt32LE(from))));
      command[message.toString('utf8', at + 4, nameEnd)] = documents;
    }
    at += size;
  }
  return command;
}

function framed(code: number, responseTo: number, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeInt32LE(HEADER + body.length, 0);
  head.writeInt32LE(responseTo, 8);
  head.writeInt32LE(code, 12);
  return Buffer.concat([head, body]);
}
