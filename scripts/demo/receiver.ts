import { createHmac, timingSafeEqual } from 'node:crypto';

interface Received {
  at: Date;
  id: string;
  signed: boolean;
  body: string;
}

/** The outside system of the demo: takes signed webhooks, checks each signature by itself, and shows the last fifty. */
export class WebhookReceiver {
  readonly #received: Received[] = [];
  readonly #secret: () => Promise<string>;
  constructor(secret: () => Promise<string>) {
    this.#secret = secret;
  }

  /** Checks `v1,<base64 HMAC-SHA256(secret, id.timestamp.body)>` of the Standard Webhooks specification. */
  async take(headers: Record<string, string | string[] | undefined>, body: string): Promise<boolean> {
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name] ?? ''));
    const secret = await this.#secret();
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
    const given = Buffer.from((signature ?? '').replace(/^v1,/, ''), 'base64');
    const signed = secret !== '' && given.length === expected.length && timingSafeEqual(given, expected);
    this.#received.unshift({ at: new Date(), id: id ?? '', signed, body });
    this.#received.length = Math.min(this.#received.length, 50);
    return signed;
  }

  /** What was received, as the body of a page. */
  html(): string {
    const rows = this.#received.map(
      (r) =>
        `<tr><td>${r.at.toISOString()}</td><td>${escape(r.id)}</td><td class="${r.signed ? 'good' : 'bad'}">${r.signed ? 'verified' : 'not verified'}</td><td><code>${escape(r.body)}</code></td></tr>`,
    );
    return `<h1>Webhook receiver</h1><p>An outside system: what the platform delivered here, newest first.</p>
      ${rows.length > 0 ? `<table><tr><th>Time</th><th>Id</th><th>Signature</th><th>Body</th></tr>${rows.join('')}</table>` : '<p>Nothing received yet.</p>'}`;
  }

  json(): object[] {
    return this.#received.map((r) => ({ ...r }));
  }
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
