import { useCallback, useContext, useRef, useState } from 'react';
import type { Call } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { refreshData } from '../../api/queries.ts';
import { openDialog } from '../../data/dialog-store.ts';
import { FormDeskContext } from '../../data/form-desk.ts';
import { openPage } from '../../data/open-page.ts';
import { useScope } from '../../data/scope.tsx';
import { notify } from '../../shell/notify.ts';
import { text } from '../../text/texts.ts';

const SAVE: Call = { method: 'PUT', path: '/api/setting/twofactorauth/:userId' };
const RENEW: Call = { method: 'POST', path: '/api/setting/recovery-codes/:userId' };
export const FACTOR_PAGE = 'accounts.factor-page';
export const AUTHENTICATOR_PAGE = 'accounts.authenticator-page';

interface Saved {
  message: string;
  recovery_codes?: string[];
}
export interface Choice {
  two_factor_auth: boolean;
  two_factor_auth_type: 'email' | 'google' | 'none';
  secretKey?: string;
  code?: string;
}

/** The calls about one's own second factor, one at a time. Fresh recovery codes are shown as soon as there are any. */
export function useFactor() {
  const scope = useScope();
  const desk = useContext(FormDeskContext);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const userId = scope.actor?.id;

  const send = useCallback(
    async (target: Call, body?: Choice): Promise<void> => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      try {
        const saved = await call<Saved>(target, { params: { userId }, ...(body ? { body } : {}) });
        notify('good', saved.message);
        void refreshData();
        if (!saved.recovery_codes) return;
        const codes = saved.recovery_codes;
        openDialog({
          as: 'modal',
          title: text('ui.accounts.recovery.title'),
          scope: { ...scope, row: { codes } },
          content: {
            kind: 'blocks',
            blocks: [
              { as: 'view', view: 'accounts.recovery-codes', instead: { as: 'notice', tone: 'info', stays: true, text: codes.join(' ') } },
            ],
          },
        });
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [scope, userId],
  );
  const choose = useCallback((choice: Choice) => send(SAVE, choice), [send]);
  const renew = useCallback(() => send(RENEW), [send]);
  /** Closes the dialog one stands in. */
  const close = useCallback(() => desk?.done(), [desk]);
  const change = useCallback(
    async (page: string): Promise<void> => {
      close();
      await openPage(page);
    },
    [close],
  );
  return { choose, renew, close, change, busy };
}
