import { Receiver } from 'lead-platform/testing';

export const KEY = 'a-key-that-works';

/** A dialer: takes contacts at `/contacts` from whoever has the key. */
export async function startDialer(): Promise<Receiver> {
  const server = await Receiver.start();
  server.answer('/contacts', ({ headers }) => (headers.authorization === `Bearer ${KEY}` ? 200 : 401));
  return server;
}
