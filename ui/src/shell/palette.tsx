import '../mantine-later-styles.ts';
import { Modal, VisuallyHidden } from '@mantine/core';
import { Spotlight, createSpotlight } from '@mantine/spotlight';
import '@mantine/core/styles/Mark.css';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { WireMenu } from '../../../core/contract/wire.ts';
import { useBootstrap } from './bootstrap.tsx';
import { Icon } from './icon.tsx';
import { type PaletteEntry, useRecords } from './palette-records.ts';
import { useOffers } from './palette-store.ts';
import { useTexts } from '../text/texts.ts';

const [store, spotlight] = createSpotlight();

const words = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

const iconsByPath = (menu: readonly WireMenu[]): Map<string, string | null> =>
  new Map(menu.flatMap((entry) => [...(entry.path ? [[entry.path, entry.icon] as const] : []), ...iconsByPath(entry.children)]));

/**
 * Every screen the actor may open and what the page on screen offers, which needs no request; and records by their names, from the server. Opens
 * whenever `asked` grows.
 */
export default function Palette({ asked }: { asked: number }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { pages, menu, profileMenu } = useBootstrap();
  const offers = useOffers();
  const [query, setQuery] = useState('');
  useEffect(() => {
    if (asked) spotlight.open();
  }, [asked]);
  const icons = iconsByPath([...menu, ...profileMenu]);
  const screens: PaletteEntry[] = pages
    .filter((page) => page.layout === 'app' && page.access.open && !page.path.includes(':'))
    .map((page) => ({
      id: page.id,
      title: page.title,
      icon: icons.get(page.path) ?? 'layout-dashboard',
      run: () => void navigate(page.path),
    }));
  const actions: PaletteEntry[] = offers.map((entry) => ({ ...entry, id: `offer ${entry.id}`, icon: entry.icon ?? 'plus' }));
  const matching = (entries: PaletteEntry[]): PaletteEntry[] =>
    entries.filter((entry) => words(query).every((word) => entry.title.toLowerCase().includes(word)));
  const records = useRecords(query);
  const groups = [
    { title: t('ui.palette.actions'), entries: matching(actions) },
    { title: t('ui.palette.screens'), entries: matching(screens) },
    ...records.groups,
  ].filter((group) => group.entries.length);
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={420}
      radius={14}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <VisuallyHidden>
        <Modal.Title>{t('ui.palette')}</Modal.Title>
      </VisuallyHidden>
      <Spotlight.Search leftSection={<IconSearch size={18} aria-hidden />} placeholder={t('ui.palette')} aria-label={t('ui.palette')} />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.title} label={group.title}>
            {group.entries.map((entry) => (
              <Spotlight.Action
                key={entry.id}
                label={entry.title}
                description={entry.note}
                leftSection={<Icon name={entry.icon} />}
                onClick={entry.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {!groups.length && <Spotlight.Empty>{t(records.isUnderWay ? 'ui.palette.records' : 'ui.palette.nothing')}</Spotlight.Empty>}
        {records.failed && (
          <Spotlight.Empty>
            <span role="alert">{records.failed}</span>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
