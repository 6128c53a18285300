/**
 * The script that client sites embed. It reports page views and nothing else, and does nothing at all for a browser that
 * sends Global Privacy Control. Attributes of the script tag:
 * `data-consent="required"` keeps everything back until the site says yes; `data-hash` counts changes of `#...` as pages.
 */

/** Written into the script when it is served: the campaign's key, and its thank-you page or an empty text. */
interface PixelConfig {
  k: string;
  t: string;
}
// oxlint-disable-next-line no-underscore-dangle -- a word that stands nowhere else, for the server to find
declare const __LEAD_PIXEL__: PixelConfig;

type Consent = boolean | (() => unknown) | undefined;
declare global {
  interface Window {
    /** Set by the site: `false` means no, `true` yes, a function is asked each time. Announce a change with the event `lead-consent`. */
    leadConsent?: Consent;
    /** Tells who the visitor is: an e-mail address, or its MD5 or SHA-256. Only a hash leaves the browser where it can make one. */
    leadIdentify?: (who: { email: string }) => void;
  }
}

const MOST_HELD = 20;
const ID = '_lv';

/** Starts counting on this page. `script` is the tag that brought it. */
function start(config: PixelConfig, script: HTMLScriptElement): void {
  const endpoint = new URL('/collect', script.src).href;
  const required = script.dataset['consent'] === 'required';
  const byHash = script.dataset['hash'] !== undefined;
  const held: object[] = [];
  let last = '';
  let from = document.referrer;

  const page = (): string => (byHash ? location.href : location.href.split('#')[0]!);
  const allowed = (): boolean => {
    const said = window.leadConsent;
    return typeof said === 'function' ? Boolean(said()) : (said ?? !required);
  };
  const send = (view: object): void => {
    const text = JSON.stringify({ k: config.k, v: visitor(), ...view });
    if (navigator.sendBeacon?.(endpoint, text)) return;
    fetch(endpoint, { method: 'POST', body: text, keepalive: true, mode: 'no-cors', credentials: 'omit' }).catch(() => {});
  };
  const report = (view: object): void => {
    if (allowed()) send(view);
    else if (held.length < MOST_HELD) held.push(view);
  };
  const look = (): void => {
    const url = page();
    if (url === last) return;
    last = url;
    const thanks = config.t !== '' && plain(url) === plain(config.t);
    report({ u: url.slice(0, 1000), ...(from && { r: from.slice(0, 300) }), ...(thanks && { t: 1 }) });
    from = url;
  };
  // The address has changed only after the call returned.
  const later = (): void => void setTimeout(look);

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (this: History, ...given: Parameters<History['pushState']>) {
      original.apply(this, given);
      later();
    };
  }
  addEventListener('popstate', later);
  if (byHash) addEventListener('hashchange', later);
  addEventListener('lead-consent', () => {
    if (allowed()) held.splice(0).forEach(send);
  });
  window.leadIdentify = ({ email }) => {
    void hashed(email).then((e) => report({ u: page().slice(0, 1000), e }));
  };

  // A page fetched ahead of time is no visit until somebody sees it.
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', look, { once: true });
  else look();
}

/** Address without query, fragment and closing slash, to tell whether two mean the same page. */
const plain = (url: string): string =>
  url
    .replace(/[?#].*/, '')
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/$/, '');

/** The visitor's id on this site: kept in local storage, else in a cookie, else only for this page. */
let known = '';
function visitor(): string {
  if (known) return known;
  const cookie = new RegExp(`(?:^|; )${ID}=([\\w-]+)`);
  try {
    known = localStorage.getItem(ID) ?? '';
  } catch {
    // storage is switched off
  }
  known ||= cookie.exec(document.cookie)?.[1] ?? '';
  if (/^[\w-]{8,64}$/.test(known)) return known;
  known = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, '0')).join('');
  try {
    localStorage.setItem(ID, known);
  } catch {
    document.cookie = `${ID}=${known}; path=/; max-age=31536000; samesite=lax`;
  }
  return known;
}

/** A hash as it is; of a plain address the SHA-256, or itself where the browser offers none (pages without https). */
async function hashed(email: string): Promise<string> {
  const text = email.trim().toLowerCase();
  if (!text.includes('@') || !crypto.subtle) return text;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, '0')).join('');
}

const config = __LEAD_PIXEL__;
const tag = (document.currentScript ?? document.querySelector(`script[src*="/px/${config.k}"]`)) as HTMLScriptElement | null;
const refused = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
const mark = `_lead_${config.k}`;
if (tag && !refused && !(mark in window)) {
  (window as unknown as Record<string, boolean>)[mark] = true; // the tag may stand in the page twice
  start(config, tag);
}
