/**
 * The script that client sites embed. It reports page views and, when the site says so, who a visitor is; `docs/pixel.md` tells site
 * owners what it does. It does nothing for a browser that sends Global Privacy Control and in frames that are kept apart from their site.
 */
import { plain, sendable } from './address.ts';
import { type Consent, consent } from './consent.ts';
import { onEvents, sentEvent, type SiteEvents } from './events.ts';
import { hashOf, type Identify, type Identity, offerIdentify, onForms, onIdentify } from './identify.ts';
import { safely } from './safely.ts';
import { senderTo, type View } from './send.ts';
import { type Page, watchViews } from './views.ts';
import { forgetVisitor, visitor } from './visitor.ts';

/** Written into the script when it is served. */
export interface PixelConfig {
  /** The campaign's key. */
  k: string;
  /** Its thank-you page, or an empty text. */
  t: string;
  /** E-mail addresses in forms of the site tell who the visitor is. */
  f?: 1;
  /** Shows that the beacon comes from a script that was served a short time ago. */
  s?: string;
}
// oxlint-disable-next-line no-underscore-dangle -- a word that stands nowhere else, for the server to find
declare const __LEAD_PIXEL__: PixelConfig;
declare global {
  interface Window {
    leadConsent?: Consent;
    leadIdentify?: Identify;
    leadEvents?: SiteEvents;
  }
}

const MOST_HELD = 20;

/** Starts counting on this page. */
function start(config: PixelConfig, src: string, required: boolean, byHash: boolean): void {
  const sender = senderTo(src, config);
  const held: View[] = [];

  const report = (view?: View, isLast = false): void => {
    if (view && held.length < MOST_HELD) held.push(view);
    const said = consent(required);
    if (said === true) held.splice(0).forEach((one) => (isLast ? sender.sendLast : sender.send)({ v: visitor(), ...one }));
    else if (said === false) sender.forget(forgetVisitor());
  };
  const viewOf = ({ u, r }: Page): View => {
    const referrer = sendable(r, byHash).slice(0, 300);
    const title = document.title.slice(0, 100);
    return { u: u.slice(0, 1000), ...(referrer && { r: referrer }), ...(title && { n: title }) };
  };
  const isThanks = ({ u }: Page): boolean | '' => config.t && plain(u) === plain(config.t);

  /** What was said while the address of the page had not settled. */
  const said: Pick<View, 'e' | 'x'>[] = [];
  let told = '';
  const tell = (page: Page, isNew: boolean, isLast: boolean): void => {
    // Saying the same again on the same page says nothing new of the visitor; an event may happen again.
    const fresh = said.splice(0).filter(({ e, x }) => page.u && (x || told !== (told = page.u + e)));
    if (isNew) report({ ...viewOf(page), ...(isThanks(page) && { t: 1 }), ...fresh.shift() }, isLast);
    for (const more of fresh) report({ ...viewOf(page), ...more }, isLast);
  };
  const views = watchViews(() => sendable(location.href, byHash), byHash, tell);
  const say = (more: Pick<View, 'e' | 'x'>): void => {
    said.push(more);
    const page = views.now();
    if (page) tell(page, false, false);
  };
  const identify = (who: Identity): void => {
    const e = hashOf(who);
    if (e) say({ e });
  };
  onIdentify(identify);
  if (config.f) onForms(identify);
  onEvents((event) => {
    const x = sentEvent(event);
    const e = hashOf(event);
    if (x) say({ x, ...(e && { e }) });
  });
  addEventListener(
    'lead-consent',
    safely(() => report()),
  );
  addEventListener('pagehide', safely(sender.hurry));
}

safely(() => {
  const config = __LEAD_PIXEL__;
  offerIdentify();
  const tag = (document.currentScript ?? document.querySelector(`script[src*="/px/${config.k}"]`)) as HTMLScriptElement | null;
  const mark = `_lead_${config.k}`;
  // A tag may stand in the page twice; a frame without an origin of its own keeps nothing, so each of its pages would be somebody new.
  if (!tag || mark in window || window.origin === 'null' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return;
  (window as unknown as Record<string, boolean>)[mark] = true;
  const asked = new URL(tag.src).searchParams;
  const option = (name: string): string | null => tag.getAttribute(`data-${name}`) ?? asked.get(name);
  const begin = safely(() => start(config, tag.src, option('consent') === 'required', option('hash') !== null));
  // A page fetched ahead of time is no visit until somebody sees it.
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin);
  else begin();
})();
