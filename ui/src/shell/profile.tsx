import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/call.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import { Icon } from './icon.tsx';
import styles from './shell.module.css';
import { showShortcuts } from './show.ts';
import { leave } from './use-news.ts';

/** Who is signed in, the entries of the server's profile menu, and the way out. */
export default function Profile({ mobile }: { mobile: boolean }): ReactNode {
  const t = useTexts();
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
        <UnstyledButton className={styles.profile ?? ''}>
          <Avatar size={30} radius="xl" color="brand" variant="light" aria-hidden>
            {actor.name
              .split(/\s+/)
              .slice(0, 2)
              .map((word) => word.slice(0, 1))
              .join('')}
          </Avatar>
          {mobile ? (
            <VisuallyHidden>{t('ui.profile', { name: actor.name })}</VisuallyHidden>
          ) : (
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
