import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** Headers of a message as Standard Webhooks says: its id, when it is sent, and an HMAC-SHA256 over both and the body. */
export function signed(secret: string, id: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const mac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')).update(`${id}.${timestamp}.${body}`);
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac.digest('base64')}`,
  };
}
