import './trusted-types.ts';
import '@mantine/core/styles.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';
import { PlainForm } from './forms/lazy-form.tsx';
import { session } from './session.ts';
import { App } from './shell/app.tsx';
import { AuthLayout } from './shell/root.tsx';

/** Styles that libraries add while running carry the nonce of the policy; the attribute itself reads empty. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
setNonce(nonce);

// Whoever is not signed in will most likely see the form for it: that comes while the server is asked.
if (session.token === null) for (const part of [AuthLayout, PlainForm]) void part.preload();

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  );
