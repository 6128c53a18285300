import { registerView } from './registry.ts';

/** The special screens that this product has; each is fetched when it is first shown. */
registerView('brand-preview', () => import('./brand-preview/brand-preview.tsx'));
registerView('form-editor', () => import('./form-editor/form-editor.tsx'));
registerView('user-log', () => import('./user-log/user-log.tsx'));
registerView('accounts.two-factor', () => import('./accounts/two-factor.tsx'));
registerView('accounts.authenticator', () => import('./accounts/authenticator.tsx'));
registerView('accounts.recovery-codes', () => import('./accounts/recovery-codes.tsx'));
registerView('catalogue.frame', () => import('./catalogue/catalogue-frame.tsx'));
