import type { SentEvent } from './events.ts';
import type { PixelConfig } from './pixel.ts';
import { visitor } from './visitor.ts';

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
  send: (view: View) => void;
  /** For a page that may be gone in a moment. */
  sendLast: (view: View) => void;
  /** Sends at once what waits to be sent once more. */
  hurry: () => void;
}

const [LEAST_WAIT_S, MOST_WAIT_S] = [1, 30];

/** Sends views to the server that the script came from: each once, and once more when the server asks for that. */
export function senderTo(src: string, config: PixelConfig): Sender {
  const endpoint = new URL('/collect', src).href;
  let token = config.s;
  let renewing: Promise<void> | null = null;
  /** Views that would be lost with the page. */
  const unfinished = new Set<View>();
  const survives = 'keepalive' in Request.prototype;

  const textOf = (view: View): string => JSON.stringify({ k: config.k, v: visitor(), ...(token && { s: token }), ...view });
  const sendLast = (view: View): void => void navigator.sendBeacon?.(endpoint, textOf(view));
  const post = async (view: View): Promise<Response> =>
    fetch(endpoint, { method: 'POST', body: textOf(view), keepalive: true, credentials: 'omit' });

  /** One new token for all views that wait for one. */
  const renew = (): Promise<void> =>
    (renewing ??= fetch(new URL(`/px/${config.k}.token`, src).href, { credentials: 'omit', cache: 'no-store' })
      .then((answer) => answer.json() as Promise<{ s: string }>)
      .then(({ s }) => void (token = s))
      .finally(() => (renewing = null)));

  async function deliver(view: View): Promise<void> {
    if (!survives) unfinished.add(view);
    const answer = await post(view).catch(() => sendLast(view));
    const status = answer ? answer.status : 0;
    if (status !== 401 && status !== 503) return void unfinished.delete(view);
    unfinished.add(view);
    if (status === 401) await renew();
    else await pause(Number(answer!.headers.get('retry-after')));
    if (unfinished.delete(view)) await post(view);
  }
  return {
    send: (view) => void deliver(view).catch(() => unfinished.delete(view)),
    sendLast,
    hurry() {
      unfinished.forEach(sendLast);
      unfinished.clear();
    },
  };
}

/** Waits so many seconds and up to half as long again, so that the browsers of a whole site do not come back in the same moment. */
const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.min(Math.max(seconds || 2, LEAST_WAIT_S), MOST_WAIT_S) * 1000 * (1 + spread()));
  });

/** Anything from nothing to a half. */
const spread = (): number => crypto.getRandomValues(new Uint8Array(1))[0]! / 510;
