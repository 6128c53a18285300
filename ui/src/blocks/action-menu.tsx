import { ActionIcon, Menu, Text, Tooltip, type MenuProps } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import { fieldOf, filled, type Row } from '../data/bindings.ts';
import { useOffered } from '../data/offered.ts';
import { useAction } from '../data/use-action.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { Icon } from '../shell/icon.tsx';
import { useTexts } from '../text/texts.ts';
import own from './action-menu.module.css';
import styles from './value.module.css';
import { menuGroups } from './menu-groups.ts';

export interface ActionMenuProps {
  actions: WireAction[];
  row: Row;
  /** Names the row for those who cannot see it. */
  label: string;
}

/** A row's actions behind one button. */
export function ActionMenu({ actions, row, label }: ActionMenuProps): ReactNode {
  const offered = useOffered();
  const { run, busy } = useAction();
  const loading = useDelayed(busy !== null);
  const shown = actions.filter((action) => offered(action, row));
  if (!shown.length) return null;
  const marks = shown.flatMap((action) => {
    const state = action.mark?.states[String(fieldOf(row, action.mark.field))];
    return state ? [{ action, state }] : [];
  });
  const rest = shown.filter((action) => !marks.some((mark) => mark.action === action));
  return (
    <span className={styles.rowActions}>
      {marks.map(({ action, state }) => (
        <Tooltip
          key={action.id}
          label={action.disabled ? `${state.title}. ${action.disabled}` : (state.help ?? state.title)}
          multiline
          maw={280}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            className={styles.mark ?? ''}
            data-severity={state.severity}
            aria-disabled={action.disabled !== undefined}
            aria-label={`${state.title}: ${label}`}
            onClick={() => void run(action)}
          >
            <Icon name={action.icon ?? 'info-circle'} size={17} />
          </ActionIcon>
        </Tooltip>
      ))}
      {rest.length > 0 && <Entries actions={rest} row={row} label={label} loading={loading} run={run} />}
    </span>
  );
}

/** A menu that is longer than there is room for is scrolled within itself. */
export const FIT: MenuProps['middlewares'] = {
  flip: true,
  shift: true,
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `${Math.max(availableHeight, 160)}px`;
    },
  },
};

/** What stands behind the button with the dots. */
function Entries({
  actions,
  row,
  label,
  loading,
  run,
}: ActionMenuProps & { loading: boolean; run: (action: WireAction) => Promise<void> }): ReactNode {
  const t = useTexts();
  return (
    <Menu position="bottom-end" width={250} withinPortal middlewares={FIT}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" loading={loading} aria-label={t('ui.row.actions', { name: label })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={own.menu ?? ''}>
        {menuGroups(actions).map((group, at) => (
          <Fragment key={group.actions[0]!.id}>
            {at > 0 && <Menu.Divider />}
            {group.heading && <Menu.Label>{group.heading}</Menu.Label>}
            {group.actions.map((action) => (
              <Entry key={action.id} action={action} row={row} run={run} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** An action as an entry of a menu. */
export function Entry({ action, row, run }: { action: WireAction; row: Row; run: (action: WireAction) => Promise<void> }): ReactNode {
  return (
    <Menu.Item
      leftSection={action.icon ? <Icon name={action.icon} size={16} /> : undefined}
      {...(action.emphasis === 'danger' ? { c: 'var(--severity-bad)' } : {})}
      disabled={action.disabled !== undefined}
      onClick={() => void run(action)}
    >
      {filled(action.title, row)}
      {action.disabled && (
        <Text size="xs" c="dimmed">
          {action.disabled}
        </Text>
      )}
    </Menu.Item>
  );
}
