import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Banners } from './banners.tsx';
import { useBootstrap } from './bootstrap.tsx';
import styles from './layout.module.css';
import { hearMenu } from './menu-switch.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useTexts } from '../text/texts.ts';
import { lazyPart } from './lazy-part.ts';

const Embedded = lazyPart(() => import('./embedded.tsx'));
const ViewModeBanner = lazyPart(() => import('./view-mode-banner.tsx'));

/** Sidebar, top bar and the page. The sidebar can be minimised, and is on small screens, where it opens over the page. */
export function AppLayout({ children }: { children: ReactNode }): ReactNode {
  const t = useTexts();
  const { actor, banners, brand } = useBootstrap();
  const { pathname } = useLocation();
  const mobile = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [wide, setWide] = useState(!mobile);
  useEffect(() => setWide(!mobile), [mobile]);
  useEffect(() => {
    if (mobile) setWide(false);
  }, [mobile, pathname]);
  useEffect(() => hearMenu(() => setWide((old) => !old)), []);
  return (
    <div className={styles.shell} data-wide={wide || undefined} style={{ '--banners': banners.length } as CSSProperties}>
      <a className={styles.skip} href="#content">
        {t('ui.skip')}
      </a>
      <div className={styles.banners}>
        <Banners banners={banners} />
      </div>
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
        {actor?.viewedBy && <ViewModeBanner />}
        <div className={styles.page}>{children}</div>
        {brand.embeds && actor?.companyKind === 'client' && <Embedded />}
      </main>
    </div>
  );
}
