import { onSaid, type Said } from './said.ts';
import { safely } from './safely.ts';
import { sha256 } from './sha256.ts';

/** What the site tells of the visitor. */
export interface Identity {
  email: string;
}
/** The site's function. In `q` stands what was said before the script came; see the tag. */
export interface Identify {
  (who: Identity): void;
  q?: Said<Identity>;
}

/** Makes sure that the site can call its function, whatever becomes of the script. */
export function offerIdentify(): void {
  const offered: Identify = (who) => void (offered.q ??= []).push(who);
  window.leadIdentify ??= offered;
}

/** Tells the listener what the site said already and what it will say. */
export function onIdentify(listener: (who: Identity) => void): void {
  offerIdentify();
  onSaid((window.leadIdentify!.q ??= []), safely(listener));
}

/** Tells the listener of the e-mail address in each form of the page that is sent. */
export function onForms(listener: (who: Identity) => void): void {
  const sent = safely(({ target }: Event) => {
    const field = (target as HTMLFormElement).querySelector<HTMLInputElement>('input[type=email]');
    if (field) listener({ email: field.value });
  });
  // Heard before the page's own code, which may keep the form from being sent, or take it out of the page.
  addEventListener('submit', sent, true);
}

/** Of an e-mail address the SHA-256; an MD5 or SHA-256 as it is; of anything else nothing. Never the address itself. */
export function hashOf(who: { email?: unknown }): string {
  const text = String(who.email).trim().toLowerCase();
  if (/^([\da-f]{32}|[\da-f]{64})$/.test(text)) return text;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? sha256(text) : '';
}
