import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { percentile, tenths } from './harness.ts';
import type { Installation } from './installation.ts';

export interface Reply {
  status: number;
  bytes: number;
  /** Milliseconds until the first byte, and until the last. */
  first: number;
  total: number;
  text: string;
}

/** As many wait at a time as the product lets one network have. */
const CONNECTIONS = 200;

/** Calls of one signed-in person. */
export class Caller {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #agent: Agent;

  constructor(url: string, token: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, ...headers };
    this.#agent = new Agent({ connections: CONNECTIONS, bodyTimeout: 600_000, headersTimeout: 600_000 });
  }

  /** An answer that never comes, or not whole, has the status 0. */
  get(path: string): Promise<Reply> {
    const began = performance.now();
    return this.#ask(path, began).catch(() => ({ status: 0, bytes: 0, first: 0, total: performance.now() - began, text: '' }));
  }

  async #ask(path: string, began: number): Promise<Reply> {
    const { statusCode, body } = await this.#agent.request({
      origin: this.#url,
      path: encodeURI(path),
      method: 'GET',
      headers: this.#headers,
    });
    let first = 0;
    const parts: Buffer[] = [];
    for await (const part of body) {
      first ||= performance.now() - began;
      parts.push(part as Buffer);
    }
    const whole = Buffer.concat(parts);
    return { status: statusCode, bytes: whole.length, first, total: performance.now() - began, text: whole.toString() };
  }

  /** Takes a file as it comes and keeps nothing of it; `lines` are those that ended. Status 0: it broke off. */
  async drain(path: string): Promise<Omit<Reply, 'text'> & { lines: number }> {
    const began = performance.now();
    const reply = { status: 0, bytes: 0, first: 0, total: 0, lines: 0 };
    try {
      const { statusCode, body } = await this.#agent.request({ origin: this.#url, path, method: 'GET', headers: this.#headers });
      for await (const part of body as AsyncIterable<Buffer>) {
        reply.first ||= performance.now() - began;
        reply.bytes += part.length;
        for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) reply.lines += 1;
      }
      reply.status = statusCode;
    } catch {
      // what came until then is answered
    }
    return { ...reply, total: performance.now() - began };
  }

  /** The same for what must be answered. */
  async must(path: string): Promise<Reply> {
    const reply = await this.get(path);
    if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}: ${reply.text.slice(0, 200)}`);
    return reply;
  }

  /** Hands over the lines of an answer that does not end, until it is cut. Answers when the first part is there. */
  async listen(path: string, onLine: (line: string) => void): Promise<void> {
    const { statusCode, body } = await this.#agent.request({ origin: this.#url, path, method: 'GET', headers: this.#headers });
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`);
    const begun = once(body, 'readable');
    createInterface({ input: body })
      .on('line', onLine)
      .on('error', () => undefined); // cut at the end
    await begun;
  }

  /** Ends what is still open as well. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** What others noticed, in milliseconds. */
export interface Others {
  p50: number;
  p99: number;
  longest: number;
  refused: number;
}

/** A token of the account, as a sign-in gives it. */
export const signIn = ({ kernel }: Pick<Installation, 'kernel'>, accountId: number): Promise<string> =>
  kernel.sessions.open({ accountId, ip: '127.0.0.1', agent: 'bench', aal: 1, aalNeeded: 1 });

const OTHERS_EVERY_MS = 50;

/** Somebody else's first pages, asked for at a steady pace for as long as something lasts. */
export async function others(caller: Caller, something: Promise<unknown>): Promise<Others> {
  const lasting = new Set([something]);
  const end = something.finally(() => lasting.clear());
  const under: Promise<Reply>[] = [];
  while (lasting.size > 0) {
    under.push(caller.get('/api/reports/leads?Page=1&PerPage=25'));
    await sleep(OTHERS_EVERY_MS);
  }
  await end;
  const replies = await Promise.all(under);
  const times = replies.map(({ total }) => total);
  return {
    p50: tenths(percentile(times, 0.5)),
    p99: tenths(percentile(times, 0.99)),
    longest: tenths(Math.max(...times)),
    refused: replies.filter(({ status }) => status !== 200).length,
  };
}
