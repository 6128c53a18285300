import { contribute, definePlugin } from '../../core/contract.ts';
import { Erasures } from '../companies/contract.ts';
import { ConnectedSystems } from '../integrations/contract.ts';
import { accountRoutes } from './account/account.routes.ts';
import { callback } from './account/callback.raw.ts';
import { card } from './card.ts';
import { eraseCompany } from './erasure.ts';
import { cardActions, finishForm, pages } from './google-sheets.pages.ts';

export default definePlugin({
  manifest: {
    id: 'connector-google-sheets',
    version: '1.0.0',
    core: '^1',
    requires: { integrations: '^1' },
    uses: ['companies'],
    level: 'platform',
  },
  migrations: new URL('./migrations/', import.meta.url),
  erasure: { connector_google_sheets_account: 'delete' },
  routes: accountRoutes,
  raw: [callback],
  forms: [finishForm],
  pages,
  extend: [cardActions],
  contributions: [contribute(Erasures, eraseCompany), contribute(ConnectedSystems, card)],
  locales: { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) },
});
