import type { ConnectedSystem } from '../integrations/contract.ts';
import { accountOf } from './account/account.store.ts';

/** Its id among the systems that leads can be sent to. */
export const SYSTEM = 'connector-google-sheets.sheets';

export const card: ConnectedSystem = {
  id: SYSTEM,
  title: 'Google Sheets',
  summary: 'connector-google-sheets.summary',
  async of(ctx) {
    const own = await accountOf(ctx, ctx.tenant.id);
    if (!own || own.state === 'revoked') return { state: 'open', connections: 0 };
    return { state: own.state === 'ok' ? 'connected' : 'reauthorise', connections: 1 };
  },
  serves: async () => [],
};
