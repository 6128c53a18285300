import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEye } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import { leave } from './use-news.ts';
import styles from './view-mode-banner.module.css';

const LOOK_MS = 10_000;
const minutesTo = (instant: string): number => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 60_000));

/** Says for as long as it lasts whose account is looked through, for how long yet, and leads back. It cannot be put away. */
export default function ViewModeBanner(): ReactNode {
  const t = useTexts();
  const { actor } = useBootstrap();
  const until = actor?.viewedBy?.until ?? '';
  const [minutes, setMinutes] = useState(() => minutesTo(until));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const look = (): void => {
      const left = minutesTo(until);
      setMinutes(left);
      if (left === 0) leave(); // the server has ended it by itself
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [until]);
  if (!actor?.viewedBy) return null;
  const goBack = async (): Promise<void> => {
    setBusy(true);
    // Only the server knows the operator's own session; where it is over, or the server cannot be asked, they sign in again.
    const back = await call<{ access_token: string; go: string }>({ method: 'POST', path: '/api/user/switch-back' }).catch(() => null);
    leave(back && { token: back.access_token, go: back.go });
  };
  return (
    <section className={styles.banner} aria-label={t('ui.view-mode.label')} data-view-mode>
      <IconEye size={18} stroke={1.7} aria-hidden />
      <span className={styles.who} role="status">
        {t('ui.view-mode', { name: actor.name, company: actor.companyName, by: actor.viewedBy.name })}
      </span>
      <span className={styles.left}>{t('ui.view-mode.left', { count: minutes })}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        leftSection={<IconArrowBackUp size={15} stroke={1.8} className={styles.mirror ?? ''} aria-hidden />}
        onClick={() => void goBack()}
      >
        {t('ui.view-mode.back')}
      </Button>
    </section>
  );
}
