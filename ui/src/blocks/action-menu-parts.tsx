import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import { filled, type Row } from '../data/bindings.ts';
import { useOffered } from '../data/offered.ts';
import { useAction } from '../data/use-action.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { Icon } from '../shell/icon.tsx';
import { useTexts } from '../text/texts.ts';

export interface ActionMenuProps {
  actions: WireAction[];
  row: Row;
  /** Names the row for those who cannot see it. */
  label: string;
}

/** A row's actions behind one button. */
export default function ActionMenuParts({ actions, row, label }: ActionMenuProps): ReactNode {
  const t = useTexts();
  const offered = useOffered();
  const { run, busy } = useAction();
  const loading = useDelayed(busy !== null);
  const shown = actions.filter((action) => offered(action, row));
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
