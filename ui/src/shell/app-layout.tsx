import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useBootstrap } from './bootstrap.tsx';
import styles from './shell.module.css';
import { hearMenu } from './menu-switch.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useTexts } from '../text/texts.ts';

/** Sidebar, top bar and the page. The sidebar can be minimised, and is on small screens, where it opens over the page. */
export function AppLayout({ children }: { children: ReactNode }): ReactNode {
  const t = useTexts();
  const { actor } = useBootstrap();
  const { pathname } = useLocation();
  const mobile = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [wide, setWide] = useState(!mobile);
  useEffect(() => setWide(!mobile), [mobile]);
  useEffect(() => {
    if (mobile) setWide(false);
  }, [mobile, pathname]);
  useEffect(() => hearMenu(() => setWide((old) => !old)), []);
  return (
    <div className={styles.shell} data-wide={wide || undefined}>
      <a className={styles.skip} href="#content">
        {t('ui.skip')}
      </a>
      <nav className={styles.navbar} aria-label={t('ui.menu')} hidden={mobile && !wide}>
        <Sidebar wide={wide} mobile={mobile} onSwitch={() => setWide(!wide)} />
      </nav>
      {mobile && wide && (
        <button type="button" tabIndex={-1} className={styles.veil} aria-label={t('ui.menu.minimise')} onClick={() => setWide(false)} />
      )}
      <header className={styles.header}>
        <TopBar mobile={mobile} menuOpen={wide} onMenu={() => setWide(!wide)} />
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        {actor?.viewedBy && (
          <p className={styles.viewMode} role="status">
            {t('ui.view-mode', { name: actor.name, company: actor.companyName, by: actor.viewedBy.name })}
          </p>
        )}
        <div className={styles.page}>{children}</div>
      </main>
    </div>
  );
}
