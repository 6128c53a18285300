import { safely } from './safely.ts';
import { sha256 } from './sha256.ts';

/** What the site tells of the visitor. */
export interface Identity {
  email: string;
}
/** The site's function. In `q` stands what was said before the script came; see the tag. */
export interface Identify {
  (who: Identity): void;
  q?: Identity[] & { listeners?: ((who: Identity) => void)[] };
}
const MOST_KEPT = 20;

/** Makes sure that the site can call its function, whatever becomes of the script. */
export function offerIdentify(): void {
  const offered: Identify = (who) => void (offered.q ??= []).push(who);
  window.leadIdentify ??= offered;
}

/** Tells the listener what the site said already and what it will say; every campaign on the page is a listener of its own. */
export function onIdentify(listener: (who: Identity) => void): void {
  offerIdentify();
  const said = (window.leadIdentify!.q ??= []);
  if (!said.listeners) {
    const listeners: ((who: Identity) => void)[] = (said.listeners = []);
    // Replaced on the list and not on the function: the site may have kept the function of the tag.
    said.push = (who) => {
      if (said.length < MOST_KEPT) said[said.length] = who;
      for (const tell of listeners) tell(who);
      return said.length;
    };
  }
  const safe = safely(listener);
  for (const who of said.slice(0, MOST_KEPT)) safe(who);
  said.listeners.push(safe);
}

/** Of an e-mail address the SHA-256; an MD5 or SHA-256 as it is; of anything else nothing. Never the address itself. */
export function hashOf(who: { email?: unknown }): string {
  const text = String(who.email).trim().toLowerCase();
  if (/^([\da-f]{32}|[\da-f]{64})$/.test(text)) return text;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? sha256(text) : '';
}
