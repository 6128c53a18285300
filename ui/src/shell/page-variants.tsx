import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WirePageBody } from '../../../core/contract/wire.ts';
import { useTexts } from '../text/texts.ts';
import styles from './page-variants.module.css';

/** On a phone the links may be wider than the screen. */
const intoView = (link: HTMLAnchorElement | null): void => link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Links to the pages that this one can be changed for, such as the dashboards of other products. */
export function PageVariants({ variants, current }: { variants: WirePageBody['variants']; current: string }): ReactNode {
  const t = useTexts();
  return (
    <nav aria-label={t('ui.page.variants')} className={styles.variants}>
      {variants.map(({ page, title, path }) => (
        <Link
          key={page}
          to={path}
          className={styles.variant ?? ''}
          {...(page === current ? { ref: intoView, 'aria-current': 'page' as const } : {})}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
