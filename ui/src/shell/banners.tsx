import { ActionIcon, Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { WireBanner } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { useTexts } from '../text/texts.ts';
import styles from './banners.module.css';
import { Icon } from './icon.tsx';
import { notifyProblem } from './notify.ts';
import { SeverityIcon } from './severity.tsx';

/** What stands at the top of every screen until its cause is gone: no time ends it, and nothing closes it but its reader, where it lets them. */
export function Banners({ banners }: { banners: WireBanner[] }): ReactNode {
  const [closed, setClosed] = useState<readonly string[]>([]);
  return banners
    .filter((banner) => !closed.includes(textOf(banner)))
    .map((banner) => <OneBanner key={banner.id} banner={banner} close={() => setClosed((ids) => [...ids, textOf(banner)])} />);
}

/** What was changed since it was closed is shown again. */
const textOf = ({ id, text }: WireBanner): string => `${id} ${text}`;

function OneBanner({ banner: { severity, text, link, dismiss }, close }: { banner: WireBanner; close: () => void }): ReactNode {
  const t = useTexts();
  const forGood = async (path: string): Promise<void> => {
    try {
      await call({ method: 'POST', path });
      close();
    } catch (error) {
      notifyProblem(error);
    }
  };
  return (
    <div className={styles.banner} data-severity={severity} role="status">
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
      {dismiss !== null && (
        <ActionIcon
          className={styles.close}
          variant="transparent"
          color="inherit"
          aria-label={t('ui.close')}
          onClick={() => void forGood(dismiss)}
        >
          <Icon name="x" size={18} />
        </ActionIcon>
      )}
    </div>
  );
}
