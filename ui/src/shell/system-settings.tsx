import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WireMenu } from '../../../core/contract/wire.ts';
import { useTexts } from '../text/texts.ts';
import { useBootstrap } from './bootstrap.tsx';
import { Icon } from './icon.tsx';

const leaves = (entries: WireMenu[]): WireMenu[] =>
  entries.flatMap((entry) => (entry.children.length > 0 ? leaves(entry.children) : [entry]));
const configures = (entry: WireMenu): boolean => entry.path?.startsWith('/configuration/') ?? false;

/** The configuration screens of the menu once more, at the top right. */
export function SystemSettings({ mobile }: { mobile: boolean }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { menu } = useBootstrap();
  const groups = menu
    .map((entry) => ({ title: entry.title, entries: leaves([entry]).filter(configures) }))
    .filter(({ entries }) => entries.length > 0);
  if (groups.length === 0) return null;
  const icon = <IconSettings size={17} stroke={1.7} aria-hidden />;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        {mobile ? (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('ui.system-settings')}>
            {icon}
          </ActionIcon>
        ) : (
          <Button variant="subtle" color="gray" size="compact-md" leftSection={icon}>
            {t('ui.system-settings')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((group) => (
          <Fragment key={group.title}>
            {groups.length > 1 && <Menu.Label>{group.title}</Menu.Label>}
            {group.entries.map(({ id, path, title, icon: name }) => (
              <Menu.Item key={id} leftSection={<Icon name={name} size={16} />} onClick={() => void navigate(path ?? '/')}>
                {title}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
