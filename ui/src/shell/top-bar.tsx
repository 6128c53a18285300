import { ActionIcon, Burger } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './layout.module.css';
import shell from './shell.module.css';
import { showPalette } from './show.ts';
import { useTexts } from '../text/texts.ts';
import { Preferences } from './preferences.tsx';
import { Profile } from './profile.tsx';
import { SystemSettings } from './system-settings.tsx';

/** Whether the command key is the one to show; the names of keys are not translated. */
const MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent);

export function TopBar({ mobile, menuOpen, onMenu }: { mobile: boolean; menuOpen: boolean; onMenu: () => void }): ReactNode {
  const t = useTexts();
  return (
    <div className={styles.topBar}>
      {mobile && <Burger opened={menuOpen} onClick={onMenu} size="sm" aria-label={t('ui.menu')} aria-expanded={menuOpen} />}
      {mobile ? (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('ui.palette')} data-palette onClick={showPalette}>
          <IconSearch size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : (
        <button type="button" data-palette className={styles.palette} onClick={showPalette}>
          <IconSearch size={16} aria-hidden />
          <span>{t('ui.palette')}</span>
          <kbd dir="ltr">{MAC ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
      )}
      <div className={shell.topEnd}>
        <SystemSettings mobile={mobile} />
        <Preferences />
        <Profile mobile={mobile} />
      </div>
    </div>
  );
}
