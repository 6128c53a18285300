import { createHmac, timingSafeEqual } from 'node:crypto';

/** What an endpoint is sent. */
export interface WebhookEvent {
  id: string;
  type: string;
  /** ISO instant. */
  timestamp: string;
  sandbox: boolean;
  data: Record<string, unknown>;
}

const PREFIX = 'whsec_';

/**
 * The event of a message that an endpoint got, once its signature is right and it is at most so many seconds old (default 300). `body` is the text
 * as it came, before anything read it. Throws for any other. The same event may come again: keep `id`s that you are done with.
 */
export function verifyWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string,
  toleranceSeconds = 300,
): WebhookEvent {
  const header = (name: string): string => (headers instanceof Headers ? headers.get(name) : headers[name])?.toString() ?? '';
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) throw new Error('The message is too old');
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isRight = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
  if (!isRight) throw new Error('The signature is wrong');
  return JSON.parse(body) as WebhookEvent;
}
