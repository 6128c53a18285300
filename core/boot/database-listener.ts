import type { Client } from 'pg';
import { openClient } from '../data/knex.ts';
import { appUrl } from '../data/roles.ts';
import type { Kernel } from '../kernel.ts';

const AGAIN_MS = 500;

interface Handlers {
  channels: readonly string[];
  onNotice(channel: string, payload: string): Promise<void>;
  /** The connection was away and is back: whatever was missed must be looked for. */
  onReturn(): Promise<void>;
}

/** LISTEN on a connection of its own, which comes back by itself when the database does. */
export class DatabaseListener {
  readonly #kernel: Pick<Kernel, 'config' | 'log'>;
  readonly #handlers: Handlers;
  #client: Client | null = null;
  #closed = false;

  constructor(kernel: Pick<Kernel, 'config' | 'log'>, handlers: Handlers) {
    this.#kernel = kernel;
    this.#handlers = handlers;
  }

  async open(): Promise<void> {
    const client = await openClient(appUrl(this.#kernel.config), 'listener');
    client.on('notification', (n) => this.#guarded(this.#handlers.onNotice(n.channel, n.payload ?? '')));
    await client.query(this.#handlers.channels.map((channel) => `listen ${channel}`).join('; '));
    // Only a connection that once listened asks for another; one that never came to it is tried again by its caller.
    client.on('end', () => this.#later());
    this.#client = client;
  }

  close(): void {
    this.#closed = true;
    void this.#client?.end().catch(() => undefined);
  }

  #later(): void {
    if (!this.#closed) setTimeout(() => void this.#reopen(), AGAIN_MS).unref();
  }

  async #reopen(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.open();
    } catch {
      return this.#later();
    }
    this.#guarded(this.#handlers.onReturn());
  }

  #guarded(work: Promise<void>): void {
    work.catch((error: unknown) => this.#kernel.log.warn({ error: String(error) }, 'notice'));
  }
}
