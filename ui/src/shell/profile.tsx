import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { call, headersOf } from '../api/call.ts';
import { openPage } from '../data/open-page.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import { Icon } from './icon.tsx';
import { notifyProblem } from './notify.ts';
import styles from './layout.module.css';
import { showShortcuts } from './show.ts';
import { leave } from './use-news.ts';

/** A picture as an address of this browser's own: an image element could not prove who asks for it. */
async function pictureAt(path: string): Promise<string> {
  const response = await fetch(path, { headers: headersOf() });
  if (!response.ok) throw new Error(`picture ${response.status}`);
  return URL.createObjectURL(await response.blob());
}

/** Who is signed in, the entries of the server's profile menu, and the way out. */
export function Profile({ mobile }: { mobile: boolean }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { actor, profileMenu } = useBootstrap();
  const { data: picture } = useQuery({
    queryKey: ['picture', actor?.picture],
    queryFn: () => pictureAt(actor?.picture ?? ''),
    enabled: Boolean(actor?.picture),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!actor) return null;
  const logOut = async (): Promise<void> => {
    // Out of somebody else's account the way leads out altogether. Whether or not the server could be told, this browser forgets the session.
    await call({ method: 'POST', path: '/api/logout' }).catch(() => undefined);
    leave();
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.profile ?? ''} data-profile>
          <Avatar src={picture ?? null} size={30} radius="xl" color="brand" variant="light" aria-hidden>
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
        {profileMenu.flatMap(({ id, path, href, modal, icon, title }) => {
          const look = { leftSection: <Icon name={icon} size={16} />, children: title };
          if (modal) return <Menu.Item key={id} {...look} onClick={() => void openPage(modal).catch(notifyProblem)} />;
          if (path) return <Menu.Item key={id} {...look} onClick={() => void navigate(path)} />;
          return href ? <Menu.Item key={id} {...look} component="a" href={href} target="_blank" rel="noopener noreferrer" /> : [];
        })}
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
