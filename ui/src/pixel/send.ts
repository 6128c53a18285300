import type { SentEvent } from './events.ts';
import type { PixelConfig } from './pixel.ts';

/** What is told of a visitor. */
export interface Told {
  /** The visitor's id. */
  v: string;
  /** They took their consent back; nothing else is told. */
  o?: 1;
}
/** A page view, who somebody is, or what happened. */
export interface View {
  /** The page, and the one before it. */
  u: string;
  r?: string;
  /** It is the thank-you page. */
  t?: 1;
  /** Title of the page. */
  n?: string;
  /** Hash of the visitor's e-mail address. */
  e?: string;
  /** What happened on the page. */
  x?: SentEvent;
}
export interface Sender {
  send: (told: Told) => void;
  /** For a page that may be gone in a moment. */
  sendLast: (told: Told) => void;
  /** Sends at once what waits to be sent once more. */
  hurry: () => void;
  /** Tells that the visitor with this id is to be forgotten, if there is one, and drops what waits to be sent once more. */
  forget: (id: string) => void;
}

const USUAL_WAIT_S = 2;
const MOST_WAIT_S = 30;

/** Sends views to the server that the script came from: each once, and once more when the server asks for that. */
export function senderTo(src: string, config: PixelConfig): Sender {
  const endpoint = new URL('/collect', src).href;
  let token = config.s;
  let renewing: Promise<void> | null = null;
  /** Views that would be lost with the page. */
  const unfinished = new Set<Told>();
  const survives = 'keepalive' in Request.prototype;

  const textOf = (told: Told): string => JSON.stringify({ k: config.k, ...(token && { s: token }), ...told });
  const sendLast = (told: Told): void => void navigator.sendBeacon?.(endpoint, textOf(told));
  const post = async (told: Told): Promise<Response> =>
    fetch(endpoint, { method: 'POST', body: textOf(told), keepalive: true, credentials: 'omit' });

  /** One new token for all views that wait for one. */
  const renew = (): Promise<void> =>
    (renewing ??= fetch(new URL(`/px/${config.k}.token`, src).href, { credentials: 'omit', cache: 'no-store' })
      .then((answer) => answer.json() as Promise<{ s: string }>)
      .then(({ s }) => void (token = s))
      .finally(() => (renewing = null)));

  async function deliver(told: Told): Promise<void> {
    if (!survives) unfinished.add(told);
    const answer = await post(told).catch(() => sendLast(told));
    const status = answer?.status;
    if (status === 401 || status === 503) {
      unfinished.add(told);
      await (status === 401 ? renew() : pause(Number(answer!.headers.get('retry-after'))));
      if (unfinished.delete(told)) await post(told);
    } else unfinished.delete(told);
  }
  const send = (told: Told): void => void deliver(told).catch(() => unfinished.delete(told));
  return {
    send,
    sendLast,
    hurry() {
      unfinished.forEach(sendLast);
      unfinished.clear();
    },
    forget(id) {
      unfinished.clear();
      if (id) send({ v: id, o: 1 });
    },
  };
}

/** Waits so many seconds and up to half as long again, so that the browsers of a whole site do not come back in the same moment. */
const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.min(seconds >= 1 ? seconds : USUAL_WAIT_S, MOST_WAIT_S) * 1000 * (1 + Math.random() / 2));
  });
