import type { LiveEvent } from '../../../core/contract/wire.ts';
import { session } from '../session.ts';
import { headersOf } from './call.ts';
import { tell } from './signals.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** Splits a stream of server-sent events: feed text in, whole `data` payloads come out. */
export function eventReader(): (chunk: string) => string[] {
  let rest = '';
  return (chunk) => {
    rest = (rest + chunk).replace(/\r\n?/g, '\n');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks
      .map((block) =>
        block
          .split('\n')
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).replace(/^ /, ''))
          .join('\n'),
      )
      .filter(Boolean);
  };
}

/** Milliseconds before attempt `n` (from 0), with a spread so that browsers do not all return at once. */
export function waitBefore(attempt: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random / 2);
}

/**
 * Keeps a live connection to the server. EventSource cannot send the authorization header, so the stream is read with fetch.
 * Calls `onEvent` for each event and `onReturn` after a lost connection came back; answers how to stop.
 */
export function listen(onEvent: (event: LiveEvent) => void, onReturn: () => void): () => void {
  const stop = new AbortController();
  let attempt = 0;
  let connectedBefore = false;

  async function read(): Promise<void> {
    const sentToken = session.token;
    const response = await fetch('/api/live', { headers: { ...headersOf(), accept: 'text/event-stream' }, signal: stop.signal });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      // The stream ends within a second of its session: this is how a browser learns that it was signed out elsewhere.
      if (response.status === 401 && sentToken && session.token === sentToken) tell('ended', undefined);
      throw new Error(`live ${response.status}`);
    }
    if (connectedBefore) onReturn();
    connectedBefore = true;
    attempt = 0;
    const parse = eventReader();
    const decoder = new TextDecoder();
    for await (const bytes of response.body) {
      for (const data of parse(decoder.decode(bytes, { stream: true }))) {
        try {
          onEvent(JSON.parse(data) as LiveEvent);
        } catch {
          // One unreadable event must not end the stream.
        }
      }
    }
  }

  async function keepReading(): Promise<void> {
    while (!stop.signal.aborted) {
      await read().catch(() => undefined);
      if (stop.signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, waitBefore(attempt++)));
    }
  }
  void keepReading();
  return () => stop.abort();
}
