import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireBanner } from '../../../core/contract/wire.ts';
import styles from './banners.module.css';
import { SeverityIcon } from './severity.tsx';

/** What stands at the top of every screen until its cause is gone: nothing closes it, no time ends it. */
export function Banners({ banners }: { banners: WireBanner[] }): ReactNode {
  return banners.map(({ id, severity, text, link }) => (
    <div key={id} className={styles.banner} data-severity={severity} role="status">
      <SeverityIcon severity={severity} size={18} />
      <p>{text}</p>
      {link &&
        (link.href.startsWith('/') ? (
          <Anchor component={Link} to={link.href}>
            {link.title}
          </Anchor>
        ) : (
          <Anchor href={link.href} target="_blank" rel="noopener noreferrer">
            {link.title}
          </Anchor>
        ))}
    </div>
  ));
}
