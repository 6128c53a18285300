import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * Headers of a message as Standard Webhooks says: its id, when it is sent, and for each secret that is good now an HMAC-SHA256 over both and the
 * body; whoever receives it needs one of them.
 */
export function signed(secrets: readonly string[], id: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
