import type { ReactNode } from 'react';
import { PlaceContext, usePlace } from '../data/settling.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { Link } from 'react-router-dom';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import { BrandMark } from './brand-mark.tsx';
import styles from './shell.module.css';
import { preloadInside } from './inside-parts.tsx';
import { Preferences } from './preferences.tsx';

/** The card stands in the middle, so it is seen once it has its height, or after this time. */
const PATIENCE_MS = 1_000;

/** The centred card of the sign-in screens; `bare` has the content below the brand, which leads home. */
export function AuthLayout({ bare, children }: { bare: boolean; children: ReactNode }): ReactNode {
  const { brand } = useBootstrap();
  const { place, isSettled } = usePlace();
  const isLate = useDelayed(true, PATIENCE_MS);
  const preferences = <Preferences />;
  if (bare)
    return (
      <>
        <header className={styles.bareTop}>
          <Link to="/">
            <BrandMark brand={brand} />
          </Link>
          <div className={styles.topEnd}>{preferences}</div>
        </header>
        <main className={styles.bare}>{children}</main>
        <Footer />
      </>
    );
  return (
    <div className={styles.auth}>
      <div className={styles.authTop}>{preferences}</div>
      {/* Whoever types will be inside in a moment. */}
      <main className={styles.authMain} data-waits={!(isSettled || isLate) || undefined} onInput={preloadInside}>
        <div className={styles.authBrand}>
          <BrandMark brand={brand} size={40} />
        </div>
        <div className={styles.authCard}>
          <PlaceContext value={place}>{children}</PlaceContext>
        </div>
      </main>
      <Footer />
    </div>
  );
}

/** Links that stand below every screen before signing in. */
function Footer(): ReactNode {
  const t = useTexts();
  const { footer } = useBootstrap();
  if (footer.length === 0) return null;
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('ui.footer')}>
        {footer.map(
          ({ id, path, title }) =>
            path && (
              <Link key={id} to={path}>
                {title}
              </Link>
            ),
        )}
      </nav>
    </footer>
  );
}
