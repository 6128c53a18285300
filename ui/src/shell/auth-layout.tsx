import { Suspense, lazy, type ReactNode } from 'react';
import { useBootstrap } from './bootstrap.tsx';
import { BrandMark } from './brand-mark.tsx';
import styles from './shell.module.css';

const Preferences = lazy(() => import('./preferences.tsx'));

/** The centred card of the sign-in screens; `bare` has the content alone. */
export function AuthLayout({ bare, children }: { bare: boolean; children: ReactNode }): ReactNode {
  const { brand } = useBootstrap();
  if (bare) return <main className={styles.bare}>{children}</main>;
  return (
    <div className={styles.auth}>
      <div className={styles.authTop}>
        <Suspense fallback={null}>
          <Preferences />
        </Suspense>
      </div>
      <main className={styles.authMain}>
        <div className={styles.authBrand}>
          <BrandMark brand={brand} size={40} />
        </div>
        <div className={styles.authCard}>{children}</div>
      </main>
    </div>
  );
}
