import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { WireMenu } from '../../../core/contract/wire.ts';
import { useBootstrap } from './bootstrap.tsx';
import { BrandMark } from './brand-mark.tsx';
import { Icon } from './icon.tsx';
import { holds, menuPath, opens } from './menu-path.ts';
import styles from './sidebar.module.css';
import { useTexts } from '../text/texts.ts';

/** A heading opens nothing itself. */
const isSection = (entry: WireMenu): boolean => entry.path === null && entry.children.length > 0;

/** A menu of one section needs no heading. */
const only = (menu: WireMenu[]): WireMenu[] => (menu.length === 1 && menu[0] && isSection(menu[0]) ? menu[0].children : menu);

/** The server's menu; minimised it shows icons with their names as tooltips. */
export function Sidebar({ wide, mobile, onSwitch }: { wide: boolean; mobile: boolean; onSwitch: () => void }): ReactNode {
  const t = useTexts();
  const bootstrap = useBootstrap();
  const { pathname } = useLocation();
  const marked = useMemo(() => menuPath(bootstrap, pathname), [bootstrap, pathname]);
  const { brand, menu } = bootstrap;
  const SwitchIcon = wide ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <div className={styles.sidebar} data-small={!wide || undefined}>
      <div className={styles.top}>
        {wide && <BrandMark brand={brand} size={30} />}
        <ActionIcon
          variant="transparent"
          className={styles.switch ?? ''}
          aria-label={t(wide ? 'ui.menu.minimise' : 'ui.menu.widen')}
          aria-expanded={wide}
          onClick={onSwitch}
        >
          <SwitchIcon size={19} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <Marked value={marked}>
        <ul className={styles.list}>
          {only(menu).map((entry) =>
            isSection(entry) ? (
              <Section key={entry.id} entry={entry} wide={wide || mobile} />
            ) : (
              <Entry key={entry.id} entry={entry} wide={wide || mobile} />
            ),
          )}
        </ul>
      </Marked>
    </div>
  );
}

/** The path whose entry is marked now. */
const Marked = createContext('');

function Section({ entry, wide }: { entry: WireMenu; wide: boolean }): ReactNode {
  return (
    <li className={styles.section}>
      {wide && (
        <span className={styles.heading} id={entry.id}>
          {entry.title}
        </span>
      )}
      <ul {...(wide ? { 'aria-labelledby': entry.id } : { 'aria-label': entry.title })}>
        {entry.children.map((child) => (
          <Entry key={child.id} entry={child} wide={wide} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ entry, wide }: { entry: WireMenu; wide: boolean }): ReactNode {
  const marked = useContext(Marked);
  const inside = holds(entry, marked);
  const [opened, setOpened] = useState<boolean | null>(null);
  if (!entry.children.length) return entry.path ? <Leaf entry={entry} path={entry.path} wide={wide} /> : null;
  if (!wide) return entry.children.map((child) => <Entry key={child.id} entry={child} wide={false} />);
  const open = opened ?? inside;
  return (
    <li>
      <button type="button" className={styles.entry} aria-expanded={open} onClick={() => setOpened(!open)}>
        <Icon name={entry.icon} />
        <span className={styles.label}>{entry.title}</span>
        <IconChevronDown size={14} className={styles.chevron} aria-hidden />
      </button>
      {open && (
        <ul className={styles.children}>
          {entry.children.map((child) => (
            <Entry key={child.id} entry={child} wide />
          ))}
        </ul>
      )}
    </li>
  );
}

function Leaf({ entry, path, wide }: { entry: WireMenu; path: string; wide: boolean }): ReactNode {
  const { pathname } = useLocation();
  const marked = useContext(Marked);
  const current = opens(entry, pathname) ? 'page' : opens(entry, marked);
  return (
    <li>
      <Link
        to={path}
        className={styles.entry ?? ''}
        {...(current ? { 'aria-current': current } : {})}
        {...(wide ? {} : { 'aria-label': entry.title, title: entry.title })}
      >
        <Icon name={entry.icon} />
        {wide && <span className={styles.label}>{entry.title}</span>}
      </Link>
    </li>
  );
}
