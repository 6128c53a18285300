import { pino } from 'pino';
import type { Log } from '../contract.ts';

/** Lines that are kept; older ones are forgotten. */
const KEPT = 40;
const lines: string[] = [];

/** A log for products under test: nothing is printed, and a test that fails tells what was warned of (`warningsSoFar`). */
export function testLog(): Log {
  const write = (line: string): void => {
    if (lines.push(line.trimEnd()) > KEPT) lines.shift();
  };
  return pino({ level: 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
}

/** The warnings and errors since the last call. */
export const warningsSoFar = (): string[] => lines.splice(0);
