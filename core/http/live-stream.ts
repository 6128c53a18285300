import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '../kernel.ts';
import type { Hosts } from './hosts.ts';
import { principalOf } from './principal.ts';

const BEAT_MS = 20_000;

/**
 * `GET /api/live`: server-sent events that name topics with news; the browser then asks its ordinary routes, so no data
 * passes here. The stream ends when the session does, looked at on every beat.
 */
export async function liveStream(kernel: Kernel, hosts: Hosts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { principal } = await principalOf(kernel, hosts, request);
  if (principal.actor.kind !== 'user') {
    response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"status":401,"code":"core.problem.unauthenticated"}');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  const send = (event: object): void => void response.write(`data: ${JSON.stringify(event)}\n\n`);
  send({ topic: 'epoch', epoch: kernel.gate.epoch });
  const stop = kernel.live.listen(principal.tenant, (topic) => send(topic === 'epoch' ? { topic, epoch: kernel.gate.epoch } : { topic }));
  const beat = setInterval(() => {
    response.write(': beat\n\n');
    void principalOf(kernel, hosts, request).then((now) => {
      if (now.principal.actor.id !== principal.actor.id) response.end();
    }, () => undefined);
  }, BEAT_MS);
  response.on('close', () => {
    clearInterval(beat);
    stop();
  });
}
