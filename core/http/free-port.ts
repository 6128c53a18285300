import { randomInt } from 'node:crypto';
import { close, listen } from './server.ts';

/** Lower than systems give to outgoing connections (Linux from 32768, others from 49152): what is free stays so until it is used. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** The wanted port when nobody listens there, else any free one; 0 wants any. */
export async function freePort(wanted: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = attempt === 1 && wanted !== 0 ? wanted : randomInt(FIRST_PORT, LAST_PORT);
    try {
      const { server } = await listen(() => undefined, port, '0.0.0.0');
      await close(server, 0);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === 20) throw error;
    }
  }
}
