import '../mantine-later-styles.ts';
import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireLink } from '../../../core/contract/wire.ts';
import { useLinkPath } from '../data/link.ts';
import { useBootstrap } from './bootstrap.tsx';
import styles from './page-above.module.css';

/** The link over a page's title to the page one step up. */
export default function PageAbove({ link }: { link: WireLink }): ReactNode {
  const { pages } = useBootstrap();
  const path = useLinkPath()(link);
  if (!path) return null;
  return (
    <div className={styles.line}>
      <Anchor component={Link} to={path} size="sm" className={styles.link ?? ''}>
        <IconArrowLeft size={14} className={styles.arrow} aria-hidden />
        {pages.find(({ id }) => id === link.page)?.title}
      </Anchor>
    </div>
  );
}
