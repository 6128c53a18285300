import './trusted-types.ts';
import './mantine-styles.ts';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { session } from './session.ts';
import { App } from './shell/app.tsx';
import { Dialog } from './shell/dialogs.tsx';
import { preloadInside } from './shell/inside-parts.tsx';

/** Styles that libraries add while running carry the nonce of the policy; the attribute itself reads empty. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

// What the form for signing in needs is here. What comes after it is fetched while the server is asked who this is.
if (session.token !== null) {
  preloadInside();
  void Dialog.preload();
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  );
