import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What the server does wrong: refuses recipients or senders, refuses to let anybody in, or says nothing at all. */
export type PostboxFault = 'recipient' | 'sender' | 'sign-in' | 'silent' | null;

/** A mail server as far as mails go: takes them, with or without a sign-in, and does wrong when told to. */
export class Postbox {
  readonly mails: string[] = [];
  /** What clients signed in with, as sent. */
  readonly signIns: string[] = [];
  connections = 0;
  fault: PostboxFault = null;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => this.#serve(socket));

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
  get url(): string {
    return `smtp://127.0.0.1:${this.port}?ignoreTLS=true`;
  }
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    if (this.fault === 'silent') return;
    let text = '';
    let inMail = false;
    socket.write('220 secret-banner-7\r\n');
    socket.on('data', (part) => {
      text += part.toString();
      for (;;) {
        const end = text.indexOf(inMail ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const piece = text.slice(0, end);
        text = text.slice(end + (inMail ? 5 : 2));
        if (inMail) this.mails.push(piece);
        const reply = inMail ? '250 kept' : this.#answer(piece);
        inMail = !inMail && reply.startsWith('354');
        socket.write(`${reply}\r\n`);
      }
    });
  }

  #answer(line: string): string {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'EHLO') return '250-postbox\r\n250 AUTH PLAIN';
    if (command === 'AUTH') {
      this.signIns.push(line);
      return this.fault === 'sign-in' ? '535 secret-refusal-7' : '235 come in';
    }
    if (command === 'MAIL' && this.fault === 'sender') return '550 secret-refusal-7';
    if (command === 'RCPT' && this.fault === 'recipient') return '550 nobody here';
    if (command === 'DATA') return '354 go on';
    return command === 'QUIT' ? '221 bye' : '250 fine';
  }
}
