import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WireAction } from '../../../core/contract/wire.ts';
import type { Row } from '../data/bindings.ts';
import { useOffered } from '../data/offered.ts';
import { useAction } from '../data/use-action.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { ActionButton } from './action-button.tsx';
import { Entry, FIT } from './action-menu.tsx';

/** What can be done to the thing that a page is about: a button each, those of a group behind one; what takes away comes last. */
export function HeadActions({ actions, row }: { actions: WireAction[]; row: Row }): ReactNode {
  const offered = useOffered();
  const shown = actions.filter((action) => offered(action, row));
  const groups = [...Map.groupBy(shown, ({ group }) => group ?? null)].flatMap(([title, of]) => (title === null ? [] : [{ title, of }]));
  const isMain = ({ of }: (typeof groups)[number]): boolean => of.some(({ emphasis }) => emphasis === 'primary');
  const single = shown.filter(({ group }) => group === undefined);
  const buttons = (those: WireAction[]): ReactNode => those.map((action) => <ActionButton key={action.id} action={action} />);
  const menus = (those: typeof groups): ReactNode =>
    those.map((group) => <GroupMenu key={group.title} title={group.title} actions={group.of} row={row} main={isMain(group)} />);
  return (
    <>
      {menus(groups.filter(isMain))}
      {buttons(single.filter(({ emphasis }) => emphasis !== 'danger'))}
      {menus(groups.filter((group) => !isMain(group)))}
      {buttons(single.filter(({ emphasis }) => emphasis === 'danger'))}
    </>
  );
}

/** The actions of a group behind its heading. */
function GroupMenu({ title, actions, row, main }: { title: string; actions: WireAction[]; row: Row; main: boolean }): ReactNode {
  const { run, busy } = useAction();
  const loading = useDelayed(busy !== null);
  return (
    <Menu position="bottom-end" width={250} withinPortal middlewares={FIT}>
      <Menu.Target>
        <Button size="sm" variant={main ? 'filled' : 'default'} loading={loading} rightSection={<IconChevronDown size={15} aria-hidden />}>
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Entry key={action.id} action={action} row={row} run={run} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
