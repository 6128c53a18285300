import type { ConnectedSystem } from '../integrations/contract.ts';
import { accountOf } from './account/account.store.ts';
import { Google } from './google.ts';
import { stoppedSheets } from './sheet/alarms.store.ts';

/** Its id among the systems that leads can be sent to. */
export const SYSTEM = 'connector-google-sheets.sheets';

export const card: ConnectedSystem = {
  id: SYSTEM,
  title: 'Google Sheets',
  summary: 'connector-google-sheets.summary',
  async of(ctx) {
    const own = await accountOf(ctx, ctx.tenant.id);
    if (!own || own.state === 'revoked') return { state: ctx.service(Google) ? 'open' : 'unavailable', connections: 0 };
    if (own.state !== 'ok') return { state: 'reauthorise', connections: 1 };
    return { state: (await stoppedSheets(ctx, 1)).length > 0 ? 'attention' : 'connected', connections: 1 };
  },
  served: (ctx, clients) => ctx.db.raw('select client from connector_google_sheets_served(?) as client', [clients]),
};
