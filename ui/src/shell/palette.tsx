import { Spotlight, createSpotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { WireMenu } from '../../../core/contract/wire.ts';
import { useBootstrap } from './bootstrap.tsx';
import { Icon } from './icon.tsx';
import { useOffers } from './palette-store.ts';

const [store, spotlight] = createSpotlight();

const iconsByPath = (menu: readonly WireMenu[]): Map<string, string | null> =>
  new Map(menu.flatMap((entry) => [...(entry.path ? [[entry.path, entry.icon] as const] : []), ...iconsByPath(entry.children)]));

/** Every screen the actor may open and what the page on screen offers; needs no request. Opens whenever `asked` grows. */
export default function Palette({ asked }: { asked: number }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pages, menu, profileMenu } = useBootstrap();
  const offers = useOffers();
  useEffect(() => {
    if (asked) spotlight.open();
  }, [asked]);
  const icons = iconsByPath([...menu, ...profileMenu]);
  const screens: SpotlightActionData[] = pages
    .filter((page) => page.layout === 'app' && page.verdict.open && !page.path.includes(':'))
    .map((page) => ({ id: page.id, label: page.title, leftSection: <Icon name={icons.get(page.path) ?? 'layout-dashboard'} />, onClick: () => void navigate(page.path) }));
  const actions: SpotlightActionData[] = offers.map((entry) => ({ id: `offer ${entry.id}`, label: entry.title, leftSection: <Icon name={entry.icon ?? 'plus'} />, onClick: entry.run }));
  const groups: SpotlightActionGroupData[] = [
    ...(actions.length ? [{ group: t('ui.palette.actions'), actions }] : []),
    { group: t('ui.palette.screens'), actions: screens },
  ];
  return (
    <Spotlight
      store={store}
      actions={groups}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      radius={14}
      nothingFound={t('ui.palette.nothing')}
      searchProps={{ leftSection: <IconSearch size={18} aria-hidden />, placeholder: t('ui.palette'), 'aria-label': t('ui.palette') }}
    />
  );
}
