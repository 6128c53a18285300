/** Keeps what the site says of a visitor until the script is there; `ui/src/pixel/identify.ts` takes it from there. */
export const IDENTIFY_QUEUE = 'window.leadIdentify=window.leadIdentify||function(w){(leadIdentify.q=leadIdentify.q||[]).push(w)}';
/** What a content security policy calls that line. A test computes it anew. */
export const QUEUE_HASH = 'sha256-RuiSiGB/mxQ4IVCMbjjQDqjzR59I3og0eVG2Avan41M=';

/** Texts to copy into a website, by what they are for. */
export interface PixelSnippets {
  /** The tag: the queue and the loader. */
  script: string;
  /** The tag for sites that ask for consent, and for those whose pages differ behind the number sign. */
  consent_tag: string;
  hash_tag: string;
  /** To be called when the visitor has chosen. */
  consent_call: string;
  identify_call: string;
  event_call: string;
  /** Lines for the site's content security policy, and the tag for one that lets scripts in by a nonce. */
  policy: string;
  nonce_tag: string;
}

/** @param loader the script element of the campaign. */
export function snippetsOf(loader: string): PixelSnippets {
  const tag = (attribute = '') => `<script>${IDENTIFY_QUEUE}</script>\n${loader.replace(' async', ` async${attribute}`)}`;
  const origin = new URL(/src="([^"]+)"/.exec(loader)![1]!).origin;
  return {
    script: tag(),
    consent_tag: tag(' data-consent="required"'),
    hash_tag: tag(' data-hash'),
    nonce_tag: tag().replaceAll('<script', '<script nonce="NONCE"'),
    consent_call: "window.leadConsent = true;\nwindow.dispatchEvent(new Event('lead-consent'));",
    identify_call: 'window.leadIdentify({ email: customer.email });',
    event_call: "(window.leadEvents = window.leadEvents || []).push({ name: 'order', value: 49.9, currency: 'USD', id: order.number });",
    policy: `script-src ${origin} '${QUEUE_HASH}';\nconnect-src ${origin};`,
  };
}
