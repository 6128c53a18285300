import './trusted-types.ts';
import './mantine-styles.ts';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { session } from './session.ts';
import { App } from './shell/app.tsx';
import { Dialog } from './shell/dialogs.tsx';
import { readFirst } from './shell/first-reads.ts';
import { preloadInside } from './shell/inside-parts.tsx';

/** Styles that libraries add while running carry the nonce of the policy; the attribute itself reads empty. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

void readFirst();
// What the form for signing in needs is here. What comes after it is fetched while the server is asked who this is, and what opens over it
// once somebody moves.
if (session.token !== null) {
  preloadInside();
  for (const move of ['pointermove', 'pointerdown', 'keydown']) addEventListener(move, () => void Dialog.preload(), { once: true });
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  );
