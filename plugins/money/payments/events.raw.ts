import type { IncomingMessage } from 'node:http';
import type { RawRouteDef } from '../../../core/contract.ts';
import { Stripe } from './contract.ts';
import { noteEvent } from './events.store.ts';
import { stripeOf } from './provider.ts';

const MOST_BYTES = 256 * 1024;
/** The job that works off what the provider told. */
export const EVENTS = { id: 'payments.events' } as const;

/**
 * What the provider tells. A genuine event about something of ours is written down once and worked off later; everything else has no
 * effect. Events come late, twice and in any order, so none is believed: each only makes us ask.
 */
export const webhook: RawRouteDef = {
  method: 'POST',
  path: '/webhooks/stripe',
  role: 'web',
  spends: ['rows'],
  limits: 'only what the provider signed is kept, each event once; bodies up to 256 KB',
  why: 'the signature covers the bytes of the body as they came, before any parsing',
  async handle(kernel, request, response) {
    const answer = (status: number) => void response.writeHead(status, { 'cache-control': 'no-store' }).end();
    const keys = kernel.service(Stripe);
    if (!keys) return answer(404);
    const body = await bytesOf(request);
    if (!body) return answer(413);
    const event = stripeOf(keys).event(body, String(request.headers['stripe-signature'] ?? ''));
    if (!event || event.live === keys.secretKey.startsWith('sk_test_')) return answer(400);
    if (await noteEvent(kernel.platform, { ...event, gateway: 'stripe' })) kernel.wake(EVENTS.id);
    answer(200);
  },
};

async function bytesOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
