import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

type Kind = 'TXT' | 'CNAME';
const KINDS: Record<number, Kind> = { 5: 'CNAME', 16: 'TXT' };

/** A name server over UDP that knows what a test tells it; everything else does not exist. */
export class NameServer {
  readonly records = new Map<string, string[]>();
  /** When set, no question is answered. */
  silent = false;
  readonly #socket: Socket = createSocket('udp4', (question, from) => {
    if (!this.silent) this.#socket.send(this.#answer(question), from.port, from.address);
  });

  async open(): Promise<string> {
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
    return `127.0.0.1:${this.#socket.address().port}`;
  }
  close(): void {
    this.#socket.close();
  }
  set(kind: Kind, name: string, ...values: string[]): void {
    this.records.set(`${kind} ${name.toLowerCase()}`, values);
  }

  #answer(question: Buffer): Buffer {
    const labels: string[] = [];
    let at = 12;
    while (question[at]) {
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
      at += question[at]! + 1;
    }
    const asked = question.subarray(12, at + 5);
    const kind = KINDS[question.readUInt16BE(at + 1)];
    const values = (kind && this.records.get(`${kind} ${labels.join('.').toLowerCase()}`)) ?? [];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(values.length > 0 ? 0x8580 : 0x8583, 2); // an authoritative answer, or "no such name"
    head.writeUInt16BE(values.length, 6);
    head.writeUInt32BE(0, 8);
    return Buffer.concat([head, asked, ...values.map((value) => record(asked, kind!, value))]);
  }
}

function record(asked: Buffer, kind: Kind, value: string): Buffer {
  const data = kind === 'TXT' ? Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]) : nameBytes(value);
  const meta = Buffer.alloc(10);
  asked.copy(meta, 0, asked.length - 4);
  meta.writeUInt16BE(data.length, 8);
  return Buffer.concat([Buffer.from([0xc0, 0x0c]), meta, data]);
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);
