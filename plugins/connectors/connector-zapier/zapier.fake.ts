import { randomUUID } from 'node:crypto';
import { jsonOf, type VendorAnswer, type VendorCall, VendorFake } from '../integrations/vendor.fake.ts';

const MOST_BYTES = 10_000_000;

/** Plays Zapier's catch hooks: the fixed answer, the limits of hooks and accounts, and the size of a payload. */
export class ZapierFake extends VendorFake {
  /** What each Zap was started with. */
  readonly started: { hook: string; body: Record<string, unknown> }[] = [];
  perSecond = 30;
  perFiveMinutes = 10_000;
  limited = 0;
  readonly #times = new Map<string, number[]>();

  hook(account: number, hook: string): string {
    return `https://hooks.zapier.com/hooks/catch/${account}/${hook}/`;
  }
  /** Whom Zaps know that tell repeats by the id of the delivery. */
  people(): string[] {
    return [...new Map(this.started.map(({ body }) => [body['deliveryId'], String(body['email'])])).values()];
  }

  protected override busy(): VendorAnswer {
    return { status: 429, json: { status: 'error' } };
  }

  protected answer(call: VendorCall): VendorAnswer {
    const [, account, hook] = /^\/hooks\/catch\/(\d+)\/(\w+)\/?$/.exec(call.path) ?? [];
    if (call.method !== 'POST' || !account || !hook) return { status: 404 };
    if (Buffer.byteLength(call.text) > MOST_BYTES) return { status: 413 };
    if (this.#exceeds(`hook ${hook}`, 1_000, this.perSecond) || this.#exceeds(`account ${account}`, 300_000, this.perFiveMinutes)) {
      this.limited += 1;
      return this.busy();
    }
    this.started.push({ hook, body: jsonOf(call) ?? {} });
    const id = randomUUID();
    return { status: 200, json: { attempt: id, id, request_id: id, status: 'success' } };
  }

  /** Whether a sliding window is full; what is let through counts. */
  #exceeds(key: string, ms: number, most: number): boolean {
    const now = Date.now();
    const within = (this.#times.get(key) ?? []).filter((time) => time > now - ms);
    if (within.length < most) within.push(now);
    else return true;
    this.#times.set(key, within);
    return false;
  }
}
