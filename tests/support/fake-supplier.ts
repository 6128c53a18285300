import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a supplier was asked. */
export interface Asked {
  person: Record<string, string>;
  /** What else is known of what the question is about. */
  about?: Record<string, string | number>;
  groups: string[];
  fields: string[];
}
/** What a supplier answers: a status with a body, or nothing at all for as long as one waits. */
export type Answer = [status: number, body: unknown] | 'silence';

/** A supplier of information that says what a test wants. */
export class FakeSupplier {
  readonly host: string;
  readonly asked: (Asked & { name: string; headers: IncomingHttpHeaders })[] = [];
  readonly #server: Server;
  answer: (name: string, question: Asked) => Answer = () => [404, ''];

  private constructor(server: Server) {
    this.#server = server;
    this.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<FakeSupplier> {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => (text += part));
      request.on('end', () => {
        const question = JSON.parse(text) as Asked;
        const name = question.person['firstName']!;
        fake.asked.push({ ...question, name, headers: request.headers });
        const answer = fake.answer(name, question);
        if (answer === 'silence') return;
        response.writeHead(answer[0]).end(typeof answer[1] === 'string' ? answer[1] : JSON.stringify(answer[1]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fake = new FakeSupplier(server);
    return fake;
  }

  namesAsked = (): string[] => this.asked.map(({ name }) => name).toSorted();

  forget(): void {
    this.asked.length = 0;
    this.answer = () => [404, ''];
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
