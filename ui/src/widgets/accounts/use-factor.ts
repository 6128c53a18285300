import { useCallback, useContext, useRef, useState } from 'react';
import type { Call } from '../../../../core/contract/wire.ts';
import { call } from '../../api/call.ts';
import { problemOf } from '../../api/problem.ts';
import { refreshData } from '../../api/queries.ts';
import { openDialog } from '../../data/dialog-store.ts';
import { FormDeskContext } from '../../data/form-desk.ts';
import { openPage } from '../../data/open-page.ts';
import { useBindings } from '../../data/binding-context.tsx';
import { notify, notifyProblem } from '../../shell/notify.ts';
import { text } from '../../text/texts.ts';

const SAVE: Call = { method: 'PUT', path: '/api/setting/twofactorauth/:userId' };
const RENEW: Call = { method: 'POST', path: '/api/setting/recovery-codes/:userId' };
const ASKS_MAILED = 'accounts.factor.current-mail';
const ASKS_APP = 'accounts.factor.current-app';
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

/** A change that waits for a code of the factor that counts until now. */
interface Waiting {
  target: Call;
  body: object;
  /** The server's words: where the code is. */
  text: string;
  /** It is mailed, so another one may be asked for. */
  mailed: boolean;
  problem: string;
}
interface Outcome {
  saved?: () => void;
  refused?: (error: unknown) => void;
}

/** The calls about one's own second factor, one at a time. Fresh recovery codes are shown as soon as there are any. */
export function useFactor({ saved, refused = notifyProblem }: Outcome = {}) {
  const context = useBindings();
  const desk = useContext(FormDeskContext);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const userId = context.actor?.id;

  const send = useCallback(
    async (target: Call, body: object, current?: string): Promise<void> => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      try {
        const { message, recovery_codes: codes } = await call<Saved>(target, {
          params: { userId },
          body: current === undefined ? body : { ...body, current },
        });
        setWaiting(null);
        notify('good', message);
        void refreshData();
        saved?.();
        if (!codes) return;
        openDialog({
          as: 'modal',
          title: text('ui.accounts.recovery.title'),
          context: { ...context, row: { codes } },
          content: {
            kind: 'blocks',
            blocks: [
              {
                as: 'view',
                view: 'accounts.recovery-codes',
                instead: { as: 'notice', severity: 'info', stays: true, text: codes.join(' ') },
              },
            ],
          },
        });
      } catch (error) {
        const { code, detail, errors } = problemOf(error);
        const wrong = errors?.find(({ field }) => field === 'current');
        if (code === ASKS_MAILED || code === ASKS_APP)
          setWaiting({ target, body, text: detail, mailed: code === ASKS_MAILED, problem: '' });
        else if (wrong) setWaiting((old) => old && { ...old, problem: wrong.message });
        else {
          setWaiting(null);
          refused(error);
        }
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [context, userId, saved, refused],
  );
  const choose = (choice: Choice): void => void send(SAVE, choice);
  const renew = (): void => void send(RENEW, {});
  const question = waiting && {
    text: waiting.text,
    problem: waiting.problem,
    busy,
    onCode: (code: string) => void send(waiting.target, waiting.body, code),
    onAgain: waiting.mailed ? () => void send(waiting.target, waiting.body) : undefined,
    onCancel: () => setWaiting(null),
  };
  /** Closes the dialog one stands in. */
  const close = useCallback(() => desk?.done(), [desk]);
  const change = useCallback(
    async (page: string): Promise<void> => {
      close();
      await openPage(page);
    },
    [close],
  );
  return { choose, renew, close, change, busy, question };
}
