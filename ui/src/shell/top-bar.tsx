import { ActionIcon, Avatar, Burger, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLogout, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/call.ts';
import { useBootstrap } from './bootstrap.tsx';
import { Icon } from './icon.tsx';
import { Preferences } from './preferences.tsx';
import styles from './shell.module.css';
import { showPalette, showShortcuts } from './shortcuts.tsx';
import { leave } from './use-news.ts';

/** Whether the command key is the one to show; the names of keys are not translated. */
const MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent);

export function TopBar({ mobile, menuOpen, onMenu }: { mobile: boolean; menuOpen: boolean; onMenu: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.topBar}>
      {mobile && <Burger opened={menuOpen} onClick={onMenu} size="sm" aria-label={t('ui.menu')} aria-expanded={menuOpen} />}
      {mobile ? (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('ui.palette')} onClick={showPalette}>
          <IconSearch size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : (
        <button type="button" className={styles.palette} onClick={showPalette}>
          <IconSearch size={16} aria-hidden />
          <span>{t('ui.palette')}</span>
          <kbd dir="ltr">{MAC ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
      )}
      <div className={styles.topEnd}>
        <Preferences />
        <Profile mobile={mobile} />
      </div>
    </div>
  );
}

function Profile({ mobile }: { mobile: boolean }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { actor, profileMenu } = useBootstrap();
  if (!actor) return null;
  const logOut = async (): Promise<void> => {
    // Whether or not the server could be told, this browser forgets the session.
    await call({ method: 'POST', path: '/api/logout' }).catch(() => undefined);
    leave();
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.profile ?? ''} aria-label={mobile ? t('ui.profile', { name: actor.name }) : undefined}>
          <Avatar size={30} radius="xl" color="brand" variant="light" aria-hidden>
            {actor.name
              .split(/\s+/)
              .slice(0, 2)
              .map((word) => word.slice(0, 1))
              .join('')}
          </Avatar>
          {!mobile && (
            <span className={styles.profileName}>
              <b>{actor.name}</b>
              <small>{actor.companyName}</small>
            </span>
          )}
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <Text fw={600}>{actor.name}</Text>
          <Text size="xs" c="dimmed">
            {actor.email}
          </Text>
        </div>
        <Menu.Divider />
        {profileMenu.flatMap(({ id, path, icon, title }) =>
          path ? (
            <Menu.Item key={id} leftSection={<Icon name={icon} size={16} />} onClick={() => void navigate(path)}>
              {title}
            </Menu.Item>
          ) : (
            []
          ),
        )}
        {!mobile && (
          <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.7} aria-hidden />} onClick={showShortcuts}>
            {t('ui.shortcuts')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} aria-hidden />} onClick={() => void logOut()}>
          {t('ui.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
