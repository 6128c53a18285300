import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WireAction } from '../../../core/contract/wire.ts';
import { filled, holds, type Row } from '../data/bindings.ts';
import { useScope } from '../data/scope.tsx';
import { useAction } from '../data/use-action.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { Icon } from '../shell/icon.tsx';

/** One action as a button; not shown while its condition does not hold. */
export function ActionButton({ action, main = false, size = 'sm' }: { action: WireAction; main?: boolean; size?: string }): ReactNode {
  const scope = useScope();
  const { run, busy } = useAction();
  const loading = useDelayed(busy !== null);
  if (!holds(action.when, scope.row)) return null;
  const primary = main || action.tone === 'primary';
  return (
    <Button
      size={size}
      variant={primary ? 'filled' : action.tone === 'danger' ? 'light' : 'default'}
      {...(action.tone === 'danger' ? { color: 'red' } : {})}
      leftSection={action.icon ? <Icon name={action.icon} size={16} /> : undefined}
      loading={loading}
      onClick={() => void run(action)}
    >
      {filled(action.title, scope.row)}
    </Button>
  );
}

/** A row's actions behind one button. */
export function ActionMenu({ actions, row, label }: { actions: WireAction[]; row: Row; label: string }): ReactNode {
  const { t } = useTranslation();
  const { run, busy } = useAction();
  const loading = useDelayed(busy !== null);
  const shown = actions.filter((action) => holds(action.when, row));
  if (!shown.length) return null;
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" loading={loading} aria-label={t('ui.row.actions', { name: label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map((action) => (
          <Menu.Item
            key={action.id}
            leftSection={action.icon ? <Icon name={action.icon} size={16} /> : undefined}
            {...(action.tone === 'danger' ? { c: 'var(--tone-bad)' } : {})}
            onClick={() => void run(action)}
          >
            {filled(action.title, row)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
